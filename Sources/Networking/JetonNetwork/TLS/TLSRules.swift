/// What is demanded of a server's TLS.
public struct TLSRules: Hashable, Sendable {
    /// The oldest version that is accepted; below TLS 1.2 the algorithms of the old versions are accepted too.
    public var minimumVersion = TLSVersion.tls12
    /// The newest version that is offered.
    public var maximumVersion = TLSVersion.tls13
    /// IANA's names of the cipher suites that are offered; without one, authenticated ciphers with forward secrecy.
    public var suites: [String] = []
    /// SHA-256 digests of SubjectPublicKeyInfo; without one, no key is pinned.
    ///
    /// One certificate of the path to the trust anchor must have one of these keys.
    public var pins: Set<[UInt8]> = []
    /// Digests likewise, of which the server's own certificate must have one; nil for no demand, empty fits none.
    public var leafPins: Set<[UInt8]>?
    /// Digests likewise, of which a certificate above the server's own must have one; nil for no demand.
    public var authorityPins: Set<[UInt8]>?

    /// Makes the defaults.
    public init() {}
}
