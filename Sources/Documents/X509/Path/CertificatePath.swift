/// A certificate with those above it, and what stands against trusting it.
public struct CertificatePath: Hashable, Sendable {
    /// The certificate asked about first, its issuer next, the trust anchor last if one was reached.
    public let certificates: [Certificate]
    /// The reasons against it; none if it is trusted.
    public let failures: [CertificatePathFailure]

    /// Whether the last certificate is a trust anchor.
    public let reachesAnchor: Bool

    /// Whether the path reaches a trust anchor and nothing stands against it.
    public var isTrusted: Bool { reachesAnchor && failures.isEmpty }
}
