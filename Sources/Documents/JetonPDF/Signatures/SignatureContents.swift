import JetonASN1

/// What the key `Contents` of a signature holds.
enum SignatureContents {
    /// How deep elements without a stated length may nest.
    private static let depthLimit = 64

    /// The message in front of what fills the room; nil if something else stands there.
    ///
    /// It is to be DER, but many programs write BER, whose lengths may be indefinite. Zeros should fill the room; some
    /// programs leave there what they had in memory, which no reader reads and no signature covers.
    static func message(_ string: [UInt8]?) -> [UInt8]? {
        guard let string, string.first == 0x30, let end = end(of: string) else { return nil }
        return Array(string[..<end])
    }

    /// Where the first element ends, whose last zeros may belong to it and not to the filling.
    private static func end(of string: [UInt8]) -> Int? {
        var position = 0
        var depth = 0
        repeat {
            guard position + 2 <= string.count else { return nil }
            let tag = string[position]
            position += 1
            // A tag of more than one byte.
            if tag & 0x1F == 0x1F {
                while position < string.count, string[position] & 0x80 != 0 { position += 1 }
                position += 1
            }
            guard position < string.count else { return nil }
            let first = string[position]
            position += 1
            if first == 0x80 {
                guard tag & 0x20 != 0, depth < depthLimit else { return nil }
                depth += 1
                continue
            }
            var length = Int(first)
            if first > 0x80 {
                let count = length & 0x7F
                guard count <= 4, count <= string.count - position else { return nil }
                length = string[position..<(position + count)].reduce(0) { $0 << 8 | Int($1) }
                position += count
            }
            guard length <= string.count - position else { return nil }
            position += length
            if tag == 0 {
                guard length == 0, depth > 0 else { return nil }
                depth -= 1
            }
        } while depth > 0
        return position
    }
}
