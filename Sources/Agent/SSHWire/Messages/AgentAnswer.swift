/// An answer of an agent, as bytes with their length.
///
/// - SeeAlso: RFC 9987, 5 and 6.
package enum AgentAnswer {
    /// The request failed (5); the protocol has no reasons.
    package static let failure = AgentFrame.encode(type: 5)
    /// It is done (6).
    package static let success = AgentFrame.encode(type: 6)
    /// An extension that is known failed (28).
    package static let extensionFailure = AgentFrame.encode(type: 28)

    /// The keys that are offered (12).
    package static func identities(_ keys: [(blob: [UInt8], comment: String)]) -> [UInt8] {
        var writer = SSHWriter()
        writer.write(number: UInt32(keys.count))
        for key in keys {
            writer.write(string: key.blob)
            writer.write(text: key.comment)
        }
        return AgentFrame.encode(type: 12, payload: writer.octets)
    }

    /// A signature (14).
    package static func signature(_ signature: SSHSignature) -> [UInt8] {
        var writer = SSHWriter()
        writer.write(string: signature.blob)
        return AgentFrame.encode(type: 14, payload: writer.octets)
    }

    /// The extensions that there are (29).
    package static let extensions: [UInt8] = {
        var writer = SSHWriter()
        writer.write(text: AgentRequest.queryName)
        writer.write(text: AgentRequest.bindName)
        writer.write(text: AgentRequest.queryName)
        return AgentFrame.encode(type: 29, payload: writer.octets)
    }()
}
