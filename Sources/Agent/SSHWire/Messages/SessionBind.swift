package import JetonOctets

/// That a connection to an agent serves an SSH session, as the host's key proves.
///
/// - SeeAlso: OpenSSH's PROTOCOL.agent, 1.
package struct SessionBind: Hashable, Sendable {
    /// The blob of the host's key.
    package let hostKey: [UInt8]
    /// The session's identifier, at most 128 bytes.
    package let sessionID: [UInt8]
    /// The host's signature over ``sessionID``.
    package let signature: SSHSignature
    /// Whether the agent is forwarded to the host.
    package let isForwarding: Bool

    /// Reads what follows the extension's name.
    ///
    /// - Throws: `EncodingError`.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        hostKey = try reader.string(atMost: 65_536)
        sessionID = try reader.string(atMost: 128)
        guard !sessionID.isEmpty else { throw EncodingError(.unexpectedValue, at: 0, "an empty session") }
        signature = try SSHSignature(try reader.string(atMost: 65_536))
        isForwarding = try reader.flag()
        try reader.finish()
    }
}
