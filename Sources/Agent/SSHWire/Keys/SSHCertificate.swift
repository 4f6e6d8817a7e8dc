package import JetonOctets

/// A certificate of OpenSSH.
///
/// - SeeAlso: OpenSSH's PROTOCOL.certkeys.
package struct SSHCertificate: Hashable, Sendable {
    /// Whose certificate it is.
    package enum Kind: UInt32, Hashable, Sendable {
        /// A user's.
        case user = 1
        /// A host's.
        case host = 2
    }

    /// The key that is certified.
    package let key: SSHPublicKey
    /// The serial number.
    package let serialNumber: UInt64
    /// Whose it is.
    package let kind: Kind
    /// The name that its authority gave it.
    package let identifier: ForeignText
    /// The users or hosts that it is for; empty for any.
    package let principals: [ForeignText]
    /// From when it is valid, in seconds since 1970.
    package let validAfter: UInt64
    /// Until when.
    package let validBefore: UInt64
    /// The blob of the authority's key.
    package let authority: [UInt8]

    private static let suffix = "-cert-v01@openssh.com"

    /// Reads a certificate.
    ///
    /// - Throws: `EncodingError`. Its signature is not verified.
    package init(_ blob: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(blob)
        self = try SSHCertificate(&reader)
        _ = try SSHSignature(try reader.string(atMost: 65_536))
        try reader.finish()
    }

    /// Reads what an authority signs: a certificate without its signature.
    ///
    /// - Throws: `EncodingError`.
    package init(toBeSigned octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        self = try SSHCertificate(&reader)
        try reader.finish()
    }

    private init(_ reader: inout SSHReader) throws(EncodingError) {
        let type = try reader.text(atMost: 64).unescaped
        guard type.hasSuffix(SSHCertificate.suffix) else { throw EncodingError(.unexpectedValue, at: 0) }
        _ = try reader.string(atMost: 256)
        key = try SSHPublicKey(&reader, type: String(type.dropLast(SSHCertificate.suffix.count)))
        serialNumber = try reader.longNumber()
        guard let kind = Kind(rawValue: try reader.number()) else { throw EncodingError(.unexpectedValue, at: 0) }
        self.kind = kind
        identifier = try reader.text(atMost: 4096)
        var names = SSHReader(try reader.string(atMost: 65_536))
        var principals: [ForeignText] = []
        while !names.isAtEnd {
            guard principals.count < 256 else { throw EncodingError(.limitExceeded, at: 0) }
            principals.append(try names.text())
        }
        self.principals = principals
        validAfter = try reader.longNumber()
        validBefore = try reader.longNumber()
        try SSHCertificate.skipOptions(try reader.string(atMost: 65_536))
        try SSHCertificate.skipOptions(try reader.string(atMost: 65_536))
        _ = try reader.string(atMost: 4096)
        authority = try reader.string(atMost: 65_536)
    }

    private static func skipOptions(_ octets: [UInt8]) throws(EncodingError) {
        var reader = SSHReader(octets)
        while !reader.isAtEnd {
            _ = try reader.string(atMost: 1024)
            _ = try reader.string(atMost: 65_536)
        }
    }
}
