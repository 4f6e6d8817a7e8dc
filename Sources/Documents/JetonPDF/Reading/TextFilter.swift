/// The filters that are not compression by a table of words.
///
/// - SeeAlso: ISO 32000-2, 7.4.2, 7.4.3 and 7.4.5.
enum TextFilter {
    /// The data of hexadecimal digits up to `>`; nil for another byte.
    static func hexadecimal(_ bytes: [UInt8]) -> [UInt8]? {
        var data: [UInt8] = []
        var half: UInt8?
        for byte in bytes where !PDFSyntax.isSpace(byte) {
            if byte == UInt8(ascii: ">") { break }
            guard let digit = PDFSyntax.hexDigit(byte) else { return nil }
            if let high = half {
                data.append(high << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
        if let half { data.append(half << 4) }
        return data
    }

    /// The data of base 85 up to `~>`; nil for another byte, and for groups of more than 32 bits.
    static func base85(_ bytes: [UInt8]) -> [UInt8]? {
        var data: [UInt8] = []
        data.reserveCapacity(bytes.count / 5 * 4)
        var (value, count) = (UInt64(0), 0)
        for byte in bytes where !PDFSyntax.isSpace(byte) {
            if byte == UInt8(ascii: "~") { break }
            if byte == UInt8(ascii: "z"), count == 0 {
                data += [0, 0, 0, 0]
                continue
            }
            guard (UInt8(ascii: "!")...UInt8(ascii: "u")).contains(byte) else { return nil }
            value = value * 85 + UInt64(byte - 0x21)
            count += 1
            guard count == 5 else { continue }
            guard value <= UInt64(UInt32.max) else { return nil }
            for shift in [24, 16, 8, 0] as [UInt64] { data.append(UInt8(truncatingIfNeeded: value >> shift)) }
            (value, count) = (0, 0)
        }
        guard count != 1 else { return nil }
        guard count > 1 else { return data }
        for _ in count..<5 { value = value * 85 + 84 }
        guard value <= UInt64(UInt32.max) else { return nil }
        for shift in ([24, 16, 8, 0] as [UInt64]).prefix(count - 1) {
            data.append(UInt8(truncatingIfNeeded: value >> shift))
        }
        return data
    }

    /// The data of run lengths up to 128; nil if it is longer than a limit.
    static func runs(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var data: [UInt8] = []
        var index = 0
        while index < bytes.count, bytes[index] != 128 {
            let length = Int(bytes[index])
            if length < 128 {
                data += bytes[(index + 1)...].prefix(length + 1)
                index += length + 2
            } else {
                guard index + 1 < bytes.count else { break }
                data += [UInt8](repeating: bytes[index + 1], count: 257 - length)
                index += 2
            }
            guard data.count <= limit else { return nil }
        }
        return data
    }
}
