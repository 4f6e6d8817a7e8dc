internal import JetonOctets

/// The framing of agent messages: a `uint32` with the length of what follows, then a byte of type and the payload.
///
/// - SeeAlso: RFC 9987, 4.
package enum AgentFrame {
    /// The longest message that is taken, in bytes without the length; OpenSSH's limit.
    package static let longest = 262_144

    /// What the first bytes of a stream hold.
    package enum Found: Hashable, Sendable {
        /// A whole message: its type and payload, and how many bytes of the stream it took.
        case message(type: UInt8, payload: [UInt8], taken: Int)
        /// More bytes are needed.
        case incomplete
        /// A length that no message has: the stream can't be read any further.
        case broken
    }

    /// Looks for a message at the start of what a stream has brought.
    package static func first(in octets: ArraySlice<UInt8>) -> Found {
        guard octets.count >= 4 else { return .incomplete }
        let length = octets.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard (1...longest).contains(length) else { return .broken }
        guard octets.count >= 4 + length else { return .incomplete }
        let body = octets.dropFirst(4).prefix(length)
        return .message(type: body[body.startIndex], payload: Array(body.dropFirst()), taken: 4 + length)
    }

    /// A message with its length before it.
    package static func encode(type: UInt8, payload: [UInt8] = []) -> [UInt8] {
        UInt32(1 + payload.count).bigEndianOctets + [type] + payload
    }
}
