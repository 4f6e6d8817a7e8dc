/// A server's CHALLENGE_MESSAGE.
///
/// - SeeAlso: MS-NLMP, 2.2.1.2.
public struct NTLMChallenge: Sendable {
    /// The longest message that is read, in bytes.
    public static let sizeLimit = 8192

    /// The flags, of which the answer keeps those that both sides know.
    let flags: UInt32
    /// The server's challenge, 8 bytes.
    let challenge: [UInt8]
    /// The pairs of the target information without their end.
    let pairs: [NTLMPair]
    /// The whole message, which the answer's MIC covers.
    let message: [UInt8]

    /// Reads a message.
    ///
    /// - Throws: ``NetworkError/Code/malformedMessage``; ``NetworkError/Code/authenticationFailed`` if the server does
    ///   not offer NTLMv2.
    public init(_ message: [UInt8]) throws(NetworkError) {
        guard message.count >= 48, message.count <= NTLMChallenge.sizeLimit,
            message.starts(with: NTLM.signature + [2, 0, 0, 0])
        else { throw NetworkError(.malformedMessage, "the NTLM challenge") }
        flags = NTLM.number(message, 20)
        challenge = Array(message[24..<32])
        guard flags & NTLM.Flag.unicode != 0, flags & NTLM.Flag.ntlm != 0, flags & NTLM.Flag.targetInfo != 0 else {
            throw NetworkError(.authenticationFailed, "the server offers an NTLM version older than 2")
        }
        let length = Int(message[40]) | Int(message[41]) << 8
        let start = Int(NTLM.number(message, 44))
        guard start >= 48, start <= message.count, length <= message.count - start else {
            throw NetworkError(.malformedMessage, "the NTLM challenge's target information")
        }
        pairs = try NTLMPair.read(message[start..<(start + length)])
        self.message = message
    }
}

/// A pair of the target information.
///
/// - SeeAlso: MS-NLMP, 2.2.2.1.
struct NTLMPair: Sendable {
    static let flags: UInt16 = 6
    static let timestamp: UInt16 = 7
    static let targetName: UInt16 = 9
    static let channelBindings: UInt16 = 10

    let id: UInt16
    let value: [UInt8]

    /// Reads pairs up to the end that they must have.
    static func read(_ bytes: ArraySlice<UInt8>) throws(NetworkError) -> [NTLMPair] {
        var rest = bytes
        var pairs: [NTLMPair] = []
        while rest.count >= 4 {
            let start = rest.startIndex
            let id = UInt16(rest[start]) | UInt16(rest[start + 1]) << 8
            let length = Int(rest[start + 2]) | Int(rest[start + 3]) << 8
            if id == 0 { return pairs }
            guard length <= rest.count - 4 else { break }
            pairs.append(NTLMPair(id: id, value: Array(rest[(start + 4)..<(start + 4 + length)])))
            rest = rest.dropFirst(4 + length)
        }
        throw NetworkError(.malformedMessage, "the NTLM challenge's target information")
    }

    var bytes: [UInt8] {
        [
            UInt8(truncatingIfNeeded: id), UInt8(id >> 8), UInt8(truncatingIfNeeded: value.count),
            UInt8(value.count >> 8),
        ]
            + value
    }
}
