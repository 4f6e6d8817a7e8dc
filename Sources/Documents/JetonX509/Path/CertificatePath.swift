public import JetonASN1

/// A certificate with those above it, and what stands against trusting it.
public struct CertificatePath: Hashable, Sendable {
    /// The certificate asked about first, its issuer next, the trust anchor last if one was reached.
    public let certificates: [Certificate]
    /// The reasons against it; none if it is trusted.
    public let failures: [CertificatePathFailure]

    /// The acceptable certificate policies that hold for the path, as the anchor's domain names them; anyPolicy if
    /// every policy does; empty if none does, or the path reaches no anchor.
    public let policies: [OID]

    /// Whether the last certificate is a trust anchor.
    public let reachesAnchor: Bool

    /// Whether the path reaches a trust anchor and nothing stands against it.
    public var isTrusted: Bool { reachesAnchor && failures.isEmpty }

    package init(
        certificates: [Certificate],
        failures: [CertificatePathFailure],
        policies: [OID],
        reachesAnchor: Bool
    ) {
        self.certificates = certificates
        self.failures = failures
        self.policies = policies
        self.reachesAnchor = reachesAnchor
    }
}
