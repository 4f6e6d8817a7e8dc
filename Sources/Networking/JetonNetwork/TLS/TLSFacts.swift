public import JetonX509

/// What a client and a server agreed on.
public struct TLSFacts: Sendable {
    /// The version.
    public let version: TLSVersion
    /// IANA's name of the cipher suite.
    public let suite: String
    /// libcrypto's name of the group of the key exchange, such as `X25519` or `prime256v1`; nil if there was none.
    public let group: String?
    /// The server's certificates as it sent them, its own first.
    public let peerCertificates: [Certificate]
    /// Whether the server has asked for a certificate by now.
    public let isCertificateRequested: Bool
    /// Whether the client has proven by now that it has the key of one.
    public let isClientAuthenticated: Bool
    /// The names of the authorities whose certificates the server accepts; none if it did not say.
    public let authorities: [DistinguishedName]
}
