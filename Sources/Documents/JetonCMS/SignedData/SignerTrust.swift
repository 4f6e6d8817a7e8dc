package import JetonX509

/// What a signer's certificate says of trust in it, for formats besides CMS.
package struct SignerTrust: Sendable {
    /// The checks of keyUsage and of the path.
    package let findings: [VerificationFinding]
    /// The path, or the part of one that was found.
    package let path: CertificatePath

    /// Looks for a path of a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The signer's.
    ///   - intermediates: Certificates that may stand above it, besides those of the policy.
    ///   - policy: Whom to trust, for what, and when.
    ///   - budget: What checking the whole document may cost.
    package init(
        _ certificate: Certificate,
        intermediates: [Certificate],
        policy: VerificationPolicy,
        within budget: inout WorkBudget
    ) {
        path = CertificatePathBuilder(
            trust: policy.trust,
            intermediates: intermediates + policy.certificates,
            purpose: policy.purpose,
            time: policy.time
        ).path(for: certificate, within: &budget)
        findings = [SignerCheck.keyUsage(certificate)] + SignerCheck.trust(path, for: policy.purpose)
    }
}
