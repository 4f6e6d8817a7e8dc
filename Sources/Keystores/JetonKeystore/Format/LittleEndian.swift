import JetonOctets

extension [UInt8] {
    mutating func appendLittleEndian<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
        for shift in stride(from: 0, to: T.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> T(shift))) }
    }

    mutating func replaceLittleEndian<T: FixedWidthInteger & UnsignedInteger>(_ value: T, at offset: Int) {
        for index in 0..<T.bitWidth / 8 {
            self[offset + index] = UInt8(truncatingIfNeeded: value >> T(index * 8))
        }
    }

    /// Appends a count of four octets and the octets.
    mutating func appendCounted(_ octets: some Collection<UInt8>) {
        appendLittleEndian(UInt32(octets.count))
        append(contentsOf: octets)
    }
}

extension ByteCursor {
    /// Takes a little-endian unsigned integer of `T`'s width.
    mutating func readLittleEndian<T: FixedWidthInteger & UnsignedInteger>(
        _ type: T.Type = T.self
    ) throws(EncodingError) -> T {
        try readBigEndian(type).byteSwapped
    }

    /// Takes a count of four octets and as many octets, of which there may be at most `limit`.
    mutating func readCounted(limit: Int) throws(EncodingError) -> ArraySlice<UInt8> {
        let count = Int(try readLittleEndian(UInt32.self))
        guard count <= limit else { throw EncodingError(.limitExceeded, at: offset) }
        return try read(count)
    }
}

extension Span<UInt8> {
    /// A little-endian unsigned integer at an offset that the caller has checked.
    func littleEndian<T: FixedWidthInteger & UnsignedInteger>(_ type: T.Type = T.self, at offset: Int) -> T {
        var value: T = 0
        for index in (0..<T.bitWidth / 8).reversed() { value = value << 8 | T(self[offset + index]) }
        return value
    }

    /// A big-endian word at an offset that the caller has checked.
    func bigEndianWord(at offset: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<8 { value = value << 8 | UInt64(self[offset + index]) }
        return value
    }
}
