package import JetonOctets

/// The data that `ssh-keygen -Y sign` and git have signed.
///
/// - SeeAlso: OpenSSH's PROTOCOL.sshsig, 2.
package struct SSHSIGContent: Hashable, Sendable {
    /// What the signature is for, such as `file` or `git`; never empty.
    package let namespace: ForeignText
    /// `sha256` or `sha512`.
    package let hash: String
    /// The digest of the message.
    package let digest: [UInt8]

    /// Reads the data.
    ///
    /// - Throws: `EncodingError` for anything else.
    package init(_ octets: [UInt8]) throws(EncodingError) {
        guard octets.starts(with: Array("SSHSIG".utf8)) else { throw EncodingError(.unexpectedValue, at: 0) }
        var reader = SSHReader(octets.dropFirst(6))
        namespace = try reader.text()
        _ = try reader.string(atMost: 1024)
        hash = try reader.text(atMost: 16).unescaped
        let sizes = ["sha256": 32, "sha512": 64]
        digest = try reader.string(atMost: 64)
        try reader.finish()
        guard !namespace.isEmpty, sizes[hash] == digest.count else { throw EncodingError(.unexpectedValue, at: 0) }
    }
}
