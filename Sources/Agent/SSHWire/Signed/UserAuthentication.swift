package import JetonOctets

/// The data of a login by public key.
///
/// - SeeAlso: RFC 4252, 7; OpenSSH's PROTOCOL, 3.1 (`publickey-hostbound-v00@openssh.com`).
package struct UserAuthentication: Hashable, Sendable {
    /// The session that is logged in to.
    package let sessionID: [UInt8]
    /// The user's name on the host.
    package let user: ForeignText
    /// The signature algorithm.
    package let algorithm: String
    /// The blob of the key or certificate that logs in.
    package let keyBlob: [UInt8]
    /// The blob of the host's key, which the signature covers; nil with the plain method.
    package let hostKey: [UInt8]?

    /// Reads the data.
    ///
    /// - Throws: `EncodingError` for anything else.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        sessionID = try reader.string(atMost: 128)
        guard try reader.byte() == 50, !sessionID.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
        user = try reader.text()
        guard try reader.text(atMost: 64).unescaped == "ssh-connection" else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let method = try reader.text(atMost: 64).unescaped
        let isBound = method == "publickey-hostbound-v00@openssh.com"
        guard isBound || method == "publickey", try reader.byte() == 1 else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        algorithm = try reader.text(atMost: 64).unescaped
        keyBlob = try reader.string(atMost: 65_536)
        hostKey = isBound ? try reader.string(atMost: 65_536) : nil
        try reader.finish()
    }
}
