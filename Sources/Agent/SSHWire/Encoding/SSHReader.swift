package import JetonOctets

/// A bounded reader of the data types of SSH, over bytes from outside.
///
/// - SeeAlso: RFC 4251, 5.
package struct SSHReader: Sendable {
    private var cursor: ByteCursor

    /// Starts at the first byte.
    package init(_ octets: ArraySlice<UInt8>) { cursor = ByteCursor(octets) }

    /// Starts at the first byte.
    package init(_ octets: [UInt8]) { cursor = ByteCursor(octets) }

    /// Whether nothing is left.
    package var isAtEnd: Bool { cursor.isAtEnd }

    /// Takes a byte.
    ///
    /// - Throws: `EncodingError`.
    package mutating func byte() throws(EncodingError) -> UInt8 { try cursor.readByte() }

    /// Takes a `uint32`.
    ///
    /// - Throws: `EncodingError`.
    package mutating func number() throws(EncodingError) -> UInt32 { try cursor.readBigEndian() }

    /// Takes a `uint64`.
    ///
    /// - Throws: `EncodingError`.
    package mutating func longNumber() throws(EncodingError) -> UInt64 { try cursor.readBigEndian() }

    /// Takes a `boolean`; any byte but 0 is true.
    ///
    /// - Throws: `EncodingError`.
    package mutating func flag() throws(EncodingError) -> Bool { try cursor.readByte() != 0 }

    /// Takes a `string`.
    ///
    /// - Parameter limit: The most bytes that it may have.
    /// - Returns: Its bytes.
    /// - Throws: `EncodingError`; `limitExceeded` for a longer one.
    package mutating func string(atMost limit: Int = AgentFrame.longest) throws(EncodingError) -> [UInt8] {
        let count = Int(try number())
        guard count <= limit else { throw EncodingError(.limitExceeded, at: cursor.offset) }
        return Array(try cursor.read(count))
    }

    /// Takes a `string` of text from outside.
    ///
    /// - Parameter limit: The most bytes that it may have.
    /// - Returns: The text; bytes that are not UTF-8 become U+FFFD.
    /// - Throws: `EncodingError`.
    package mutating func text(atMost limit: Int = 1024) throws(EncodingError) -> ForeignText {
        ForeignText(decoding: try string(atMost: limit))
    }

    /// Takes a `mpint` that is not negative.
    ///
    /// - Parameter limit: The most bytes that its magnitude may have.
    /// - Returns: The magnitude, big-endian without leading zeros; empty for 0.
    /// - Throws: `EncodingError`; `unexpectedValue` for a negative number and for one that is not as short as it can be.
    package mutating func magnitude(atMost limit: Int = 2048) throws(EncodingError) -> [UInt8] {
        let octets = try string(atMost: limit + 1)
        guard let first = octets.first else { return [] }
        guard first & 0x80 == 0 else { throw EncodingError(.unexpectedValue, at: cursor.offset, "a negative number") }
        guard first == 0 else { return octets }
        guard octets.count > 1, octets[1] & 0x80 != 0 else {
            throw EncodingError(.unexpectedValue, at: cursor.offset, "a number with a leading zero")
        }
        return Array(octets.dropFirst())
    }

    /// Takes what is left; empty at the end.
    package mutating func rest() -> [UInt8] { Array(cursor.readRest()) }

    /// Proves that everything was taken.
    ///
    /// - Throws: `EncodingError`; `trailingOctets` if something is left.
    package func finish() throws(EncodingError) { try cursor.finish() }
}
