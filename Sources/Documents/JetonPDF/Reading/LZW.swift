/// Compression by a table of sequences that were seen before.
///
/// - SeeAlso: ISO 32000-2, 7.4.4.2.
enum LZW {
    /// The code that clears the table, and the one that ends the data.
    private static let (clear, end) = (256, 257)

    /// Expands data; nil if it is damaged, or longer than a limit.
    ///
    /// - Parameters:
    ///   - bytes: Codes of 9 to 12 bits.
    ///   - isEarly: Whether codes get longer one code early, as EarlyChange says.
    ///   - limit: How many bytes there may be.
    /// - Returns: The data.
    static func expand(_ bytes: [UInt8], isEarly: Bool, limit: Int) -> [UInt8]? {
        var data: [UInt8] = []
        // Each sequence is a part of the data: where it begins, and how long it is.
        var table: [Range<Int>] = []
        var former: Range<Int>?
        var (bits, count, width) = (0, 0, 9)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFFF
            count += 8
            guard count >= width else { continue }
            let code = bits >> (count - width) & (1 << width - 1)
            count -= width
            if code == end { return data }
            if code == clear {
                (table, former, width) = ([], nil, 9)
                continue
            }
            let start = data.count
            if code < clear {
                data.append(UInt8(code))
            } else if code - 258 < table.count {
                data += data[table[code - 258]]
            } else if code - 258 == table.count, let former {
                data += data[former]
                data.append(data[former.lowerBound])
            } else {
                return nil
            }
            guard data.count <= limit else { return nil }
            if let former, table.count < 4_096 - 258 { table.append(former.lowerBound..<(former.upperBound + 1)) }
            former = start..<data.count
            let next = table.count + 258 + (isEarly ? 1 : 0)
            width = next >= 2_048 ? 12 : next >= 1_024 ? 11 : next >= 512 ? 10 : 9
        }
        return data
    }
}
