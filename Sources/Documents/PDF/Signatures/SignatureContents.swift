import ASN1

/// What the key `Contents` of a signature holds.
enum SignatureContents {
    /// The message in front of the zeros that fill the room; nil if something else stands there.
    ///
    /// Only a definite length can be told from the filling.
    static func message(_ string: [UInt8]?) -> [UInt8]? {
        guard let string, string.count > 2, string[0] == 0x30 else { return nil }
        var length = Int(string[1])
        var start = 2
        if length > 0x80 {
            let count = length & 0x7F
            guard count <= 4, string.count > 2 + count else { return nil }
            length = string[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        } else if length == 0x80 {
            return nil
        }
        guard length <= string.count - start, string[(start + length)...].allSatisfy({ $0 == 0 }) else { return nil }
        return Array(string[..<(start + length)])
    }
}
