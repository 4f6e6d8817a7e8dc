public import ASN1
public import X509

/// Decides whether the certificates of a path were revoked, by the evidence at hand.
///
/// - SeeAlso: RFC 5280, 6.3; RFC 6960, 3.2 and 4.2.2.
public struct RevocationCheck: Sendable {
    /// How deep the issuers of lists and responses are checked for revocation themselves.
    static let depthLimit = 4

    /// The trusted certificates.
    public let trust: TrustStore
    /// Certificates that may have issued lists or responses, or stand above those that did.
    public let certificates: [Certificate]
    /// What is at hand.
    public let evidence: RevocationEvidence
    /// The time that is asked about.
    public let time: UniversalTime

    /// Makes a check.
    public init(
        trust: TrustStore,
        certificates: [Certificate],
        evidence: RevocationEvidence,
        time: UniversalTime
    ) {
        self.trust = trust
        self.certificates = certificates
        self.evidence = evidence
        self.time = time
    }

    /// Decides about each certificate of a path but the anchor.
    ///
    /// - Parameter path: A path that reaches an anchor.
    /// - Returns: The statuses in the path's order, one fewer than it has certificates.
    public func statuses(of path: CertificatePath) -> [RevocationStatus] {
        var budget = WorkBudget()
        return statuses(of: path, depth: 0, within: &budget)
    }

    func statuses(of path: CertificatePath, depth: Int, within budget: inout WorkBudget) -> [RevocationStatus] {
        var statuses: [RevocationStatus] = []
        for (certificate, issuer) in zip(path.certificates, path.certificates.dropFirst()) {
            statuses.append(status(of: certificate, issuer: issuer, in: path, depth: depth, within: &budget))
        }
        return statuses
    }

    private func status(
        of certificate: Certificate,
        issuer: Certificate,
        in path: CertificatePath,
        depth: Int,
        within budget: inout WorkBudget
    ) -> RevocationStatus {
        // RFC 6960, 4.2.2.2.1: an authority vouches for its responder while the certificate is valid.
        if certificate.firstExtension(.ocspNoCheck) != nil, certificate.extendedKeyUsage?.contains(.ocspSigning) == true
        {
            return .good
        }
        var answers = OCSPCheck(check: self, depth: depth)
        let online = answers.status(of: certificate, issuer: issuer, within: &budget)
        if case .revoked = online { return online }
        var lists = RevocationListCheck(check: self, certificate: certificate, path: path, depth: depth)
        let listed = lists.status(within: &budget)
        switch (online, listed) {
        case (.good, .revoked(_, .certificateHold)), (.good, .undetermined), (.good, .good): return .good
        case (.undetermined, .undetermined) where evidence.lists.isEmpty && !evidence.responses.isEmpty: return online
        // A list revokes what a response still calls good: responders may answer from a cache.
        default: return listed
        }
    }

    /// Whether a certificate that signed evidence is trusted: by a path to the anchor of the path that is checked, on
    /// which nothing is revoked.
    ///
    /// - Returns: nil if it is; otherwise why it is not.
    func refusal(
        of signer: Certificate,
        anchor: Certificate?,
        depth: Int,
        within budget: inout WorkBudget
    ) -> String? {
        guard depth < RevocationCheck.depthLimit else { return "its issuers lead in a circle" }
        let builder = CertificatePathBuilder(trust: trust, intermediates: certificates, purpose: .any, time: time)
        let path = builder.path(for: signer, within: &budget)
        guard path.isTrusted else { return path.failures.first?.description ?? "it is not trusted" }
        guard path.certificates.last == anchor else { return "it is below another trust anchor" }
        for status in statuses(of: path, depth: depth + 1, within: &budget) where status != .good {
            return "\(status)"
        }
        return nil
    }

    /// Keeps a revocation that came after the time that is asked about from counting.
    func judged(_ date: UniversalTime, _ reason: RevocationReason?) -> RevocationStatus {
        date > time ? .good : .revoked(date, reason)
    }
}
