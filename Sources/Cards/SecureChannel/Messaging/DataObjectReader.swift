import JetonOctets

/// Reads the data objects of a message: in a fixed order, each at most once, with the shortest form of length.
struct DataObjectReader {
    private var cursor: ByteCursor

    init(_ octets: [UInt8]) { cursor = ByteCursor(octets) }

    /// The value of the next data object if it has this tag.
    mutating func optional(_ tag: UInt8) throws(ChannelError) -> [UInt8]? {
        guard cursor.peek == tag else { return nil }
        do throws(EncodingError) {
            _ = try cursor.readByte()
            return Array(try cursor.read(try readLength()))
        } catch {
            throw ChannelError(.messageMalformed)
        }
    }

    /// The value of the next data object, which must have this tag and as many octets.
    mutating func required(_ tag: UInt8, count: Int) throws(ChannelError) -> [UInt8] {
        guard let value = try optional(tag), value.count == count else { throw ChannelError(.messageMalformed) }
        return value
    }

    /// Proves that nothing is left.
    func finish() throws(ChannelError) {
        guard cursor.isAtEnd else { throw ChannelError(.messageMalformed) }
    }

    /// One octet below 128, `81` and one octet below 256, `82` and two; never more than it takes.
    private mutating func readLength() throws(EncodingError) -> Int {
        let first = try cursor.readByte()
        switch first {
        case 0..<0x80: return Int(first)
        case 0x81:
            let length = Int(try cursor.readByte())
            guard length >= 0x80 else { throw EncodingError(.malformedLength, at: cursor.offset) }
            return length
        case 0x82:
            let length = Int(try cursor.readBigEndian(UInt16.self))
            guard length >= 0x100 else { throw EncodingError(.malformedLength, at: cursor.offset) }
            return length
        default: throw EncodingError(.malformedLength, at: cursor.offset)
        }
    }
}
