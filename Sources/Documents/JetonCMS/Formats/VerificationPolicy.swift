public import JetonASN1
public import JetonX509

/// Whom a verifier trusts, for what, and at what time.
public struct VerificationPolicy: Sendable {
    /// The certificates that are trusted by the caller's word; with none, no signer is trusted.
    public var trust: TrustStore
    /// Certificates that may be the signers' or stand above them, besides those in a document.
    public var certificates: [Certificate]
    /// What the signers' certificates and those above them must be meant for.
    public var purpose: CertificatePurpose
    /// The time at which certificates must be valid.
    public var time: UniversalTime

    /// Makes a policy.
    public init(
        trust: TrustStore = TrustStore(),
        certificates: [Certificate] = [],
        purpose: CertificatePurpose = .document,
        time: UniversalTime = .now
    ) {
        self.trust = trust
        self.certificates = certificates
        self.purpose = purpose
        self.time = time
    }
}
