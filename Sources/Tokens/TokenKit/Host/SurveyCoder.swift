internal import Cryptoki
package import JetonOctets

// The form in which a child hands what it found to its parent: tagged big-endian numbers and counted octets. Both
// ends are the same program on the same machine, but the child ran a vendor's code, so the parent bounds everything.

/// Writes values for the parent.
package struct SurveyWriter {
    /// What has been written.
    package private(set) var octets: [UInt8] = []

    package init() {}

    package mutating func write(_ number: UInt) { octets += UInt64(number).bigEndianOctets }
    package mutating func write(_ flag: Bool) { octets.append(flag ? 1 : 0) }
    package mutating func write(_ value: [UInt8]) {
        write(UInt(value.count))
        octets += value
    }
    package mutating func write(_ text: String) { write(Array(text.utf8)) }
    mutating func write(_ count: Count) {
        switch count {
        case .unavailable: write([0])
        case .unlimited: write([1])
        case .value(let number): write([2] + UInt64(number).bigEndianOctets)
        }
    }
}

/// Reads values from a child.
package struct SurveyReader {
    private var cursor: ByteCursor

    package init(_ octets: [UInt8]) { cursor = ByteCursor(octets) }

    package mutating func number() throws(EncodingError) -> UInt { UInt(try cursor.readBigEndian(UInt64.self)) }

    package mutating func count(atMost limit: Int) throws(EncodingError) -> Int {
        let count = try number()
        guard count <= UInt(limit) else { throw EncodingError(.limitExceeded, at: cursor.offset) }
        return Int(count)
    }

    package mutating func flag() throws(EncodingError) -> Bool { try cursor.readByte() != 0 }

    package mutating func bytes() throws(EncodingError) -> [UInt8] {
        let count = try count(atMost: 1_048_576)
        return Array(try cursor.read(count))
    }

    package mutating func text() throws(EncodingError) -> String {
        String(decoding: try bytes(), as: UTF8.self).withoutControlCharacters
    }

    mutating func limit() throws(EncodingError) -> Count {
        let octets = try bytes()
        switch (octets.first, octets.count) {
        case (0, 1): return .unavailable
        case (1, 1): return .unlimited
        case (2, 9): return .value(octets.dropFirst().reduce(0) { $0 << 8 | UInt($1) })
        default: throw EncodingError(.unexpectedValue, at: cursor.offset)
        }
    }

    package func finish() throws(EncodingError) { try cursor.finish() }
}
