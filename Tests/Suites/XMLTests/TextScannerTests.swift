import Testing

@testable import JetonXML

@Suite("Finding the end of plain text")
struct TextScannerTests {
    @Test("Every byte that is not plain ends the text, wherever it stands; every other one does not")
    func bytes() {
        let special: Set<UInt8> = [0x26, 0x3C, 0x5D, 0x0D]
        for byte in UInt8.min...UInt8.max {
            let isPlain = byte == 0x9 || byte == 0xA || (0x20..<0x80).contains(byte) && !special.contains(byte)
            for place in 0..<60 {
                var text = [UInt8](repeating: 0x61, count: 60)
                text[place] = byte
                #expect(TextScanner.plainEnd(text.span, 0) == (isPlain ? nil : place), "\(byte) at \(place)")
            }
        }
    }
}
