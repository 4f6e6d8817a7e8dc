/// Which characters the codes of a font stand for, as the font's ToUnicode stream says.
///
/// - SeeAlso: ISO 32000-2, 9.10.3.
struct CharacterMap {
    /// How many codes are kept.
    private static let codeLimit = 65_536

    /// The characters by their codes.
    private(set) var characters: [Int: String] = [:]
    /// How many bytes a code has; nil if the stream does not say.
    private(set) var codeSize: Int?

    /// Reads the stream; what is damaged in it is left out.
    init(_ data: [UInt8], limits: PDFLimits) {
        var parser = PDFParser(data, limits: limits)
        var operands: [PDFObject] = []
        while let token = parser.nextToken() {
            switch token {
            case .operand(let object): operands.append(object)
            case .word(let word):
                add(operands, word)
                operands = []
            }
        }
    }

    private mutating func add(_ operands: [PDFObject], _ word: String) {
        switch word {
        case "endcodespacerange":
            if codeSize == nil, let size = operands.first?.string?.count, (1...4).contains(size) { codeSize = size }
        case "endbfchar":
            for index in stride(from: 0, to: operands.count - 1, by: 2) {
                guard let code = Self.code(operands[index]), let text = operands[index + 1].string else { continue }
                set(code, Self.text(text))
            }
        case "endbfrange":
            for index in stride(from: 0, to: operands.count - 2, by: 3) {
                guard let first = Self.code(operands[index]), let last = Self.code(operands[index + 1]), first <= last,
                    last - first < Self.codeLimit
                else { continue }
                addRange(first...last, operands[index + 2])
            }
        default: return
        }
    }

    private mutating func addRange(_ codes: ClosedRange<Int>, _ target: PDFObject) {
        if let parts = target.array {
            for (code, part) in zip(codes, parts) { set(code, Self.text(part.string ?? [])) }
            return
        }
        guard let start = target.string, let last = start.last else { return }
        for code in codes {
            // Only the last byte counts up (9.10.3), and must not overflow.
            guard Int(last) + code - codes.lowerBound <= 0xFF else { return }
            set(code, Self.text(start.dropLast() + [last + UInt8(code - codes.lowerBound)]))
        }
    }

    private mutating func set(_ code: Int, _ text: String) {
        if characters.count < Self.codeLimit { characters[code] = text }
    }

    private static func code(_ object: PDFObject) -> Int? {
        guard let bytes = object.string, (1...4).contains(bytes.count) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        PDFText.decode([0xFE, 0xFF] + bytes)
    }
}
