/// What is demanded of a server's TLS.
public struct TLSRules: Hashable, Sendable {
    /// The oldest version that is accepted.
    public var minimumVersion = TLSVersion.tls12
    /// The newest version that is offered.
    public var maximumVersion = TLSVersion.tls13
    /// IANA's names of the cipher suites that are offered; without one, authenticated ciphers with forward secrecy.
    public var suites: [String] = []
    /// SHA-256 digests of SubjectPublicKeyInfo; without one, no key is pinned.
    ///
    /// One certificate of the path to the trust anchor must have one of these keys.
    public var pins: Set<[UInt8]> = []

    /// Makes the defaults.
    public init() {}
}
