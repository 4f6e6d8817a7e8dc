/// The first or the last line of a PEM block.
enum PEMBoundary: String {
    case begin = "-----BEGIN "
    case end = "-----END "

    /// The label of a whole line without white space around it; nil for any other line.
    ///
    /// - Throws: ``PEMError/Code/malformedLabel``.
    func label(_ line: ArraySlice<UInt8>) throws(PEMError) -> String? {
        // Most lines are base64.
        guard line.first == UInt8(ascii: "-") else { return nil }
        let start = Array(rawValue.utf8)
        let dashes = [UInt8](repeating: UInt8(ascii: "-"), count: 5)
        guard line.starts(with: start), line.count >= start.count + dashes.count,
            line.suffix(dashes.count).elementsEqual(dashes)
        else { return nil }
        let label = line.dropFirst(start.count).dropLast(dashes.count)
        guard (1...64).contains(label.count), label.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw PEMError(.malformedLabel, label: String(decoding: label, as: UTF8.self))
        }
        return String(decoding: label, as: UTF8.self)
    }
}
