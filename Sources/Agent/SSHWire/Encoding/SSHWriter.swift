internal import JetonOctets

/// A writer of the data types of SSH.
///
/// - SeeAlso: RFC 4251, 5.
package struct SSHWriter: Sendable {
    /// What has been written.
    package private(set) var octets: [UInt8] = []

    /// Starts with nothing.
    package init() {}

    /// Adds a byte.
    package mutating func write(byte: UInt8) { octets.append(byte) }

    /// Adds a `uint32`.
    package mutating func write(number: UInt32) { octets += number.bigEndianOctets }

    /// Adds a `uint64`.
    package mutating func write(longNumber: UInt64) { octets += longNumber.bigEndianOctets }

    /// Adds a `boolean`.
    package mutating func write(flag: Bool) { octets.append(flag ? 1 : 0) }

    /// Adds a `string` of at most 4 GiB.
    package mutating func write(string: some Collection<UInt8>) {
        octets += UInt32(string.count).bigEndianOctets
        octets += string
    }

    /// Adds a `string` of text.
    package mutating func write(text: String) { write(string: Array(text.utf8)) }

    /// Adds a `mpint` that is not negative, by its big-endian magnitude.
    package mutating func write(magnitude: some Collection<UInt8>) {
        let bare = Array(magnitude.drop { $0 == 0 })
        let isHigh = bare.first.map { $0 & 0x80 != 0 } ?? false
        write(string: (isHigh ? [0] : []) + bare)
    }
}
