public import JetonASN1
public import JetonX509

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
    /// When the signature or timestamp was made that the certificates prove, as far as that is known.
    let proven: UniversalTime
    /// The time of the validation.
    let validationTime: UniversalTime
    /// The present; the time that is asked about, or that of the validation, if that is later.
    let now: UniversalTime

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - trust: The trusted certificates.
    ///   - certificates: Certificates that may have issued lists or responses, or stand above those that did.
    ///   - evidence: What is at hand.
    ///   - time: The time that is asked about.
    ///   - proven: When the signature or timestamp was made; nil for `time`. Evidence that began to hold before proves
    ///     that a certificate was good only until it ends.
    ///   - validationTime: The time of the validation; nil for `time`.
    ///   - now: The present: evidence that begins more than 5 minutes later is not used.
    public init(
        trust: TrustStore,
        certificates: [Certificate],
        evidence: RevocationEvidence,
        time: UniversalTime,
        proven: UniversalTime? = nil,
        validationTime: UniversalTime? = nil,
        now: UniversalTime = .now
    ) {
        self.trust = trust
        self.certificates = certificates
        self.evidence = evidence
        self.time = time
        self.proven = min(proven ?? time, time)
        self.validationTime = validationTime ?? time
        self.now = max(now, time, validationTime ?? time)
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
        let online = answers.statement(about: certificate, issuer: issuer, within: &budget)
        var lists = RevocationListCheck(check: self, certificate: certificate, path: path, depth: depth)
        let listed = lists.statement(within: &budget)
        switch (online.status, listed.status) {
        case (.undetermined, .undetermined):
            return evidence.lists.isEmpty && !evidence.responses.isEmpty ? online.status : listed.status
        case (_, .undetermined): return aged(online)
        case (.undetermined, _): return aged(listed)
        // Both say that it is good: one of them is enough.
        case (.good, .good): return aged(online) == .good ? .good : aged(listed)
        default: return aged(online.outweighs(listed) ? online : listed)
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
        guard depth < RevocationCheck.depthLimit else { return "its issuers form a loop" }
        let builder = CertificatePathBuilder(trust: trust, intermediates: certificates, purpose: .any, time: time)
        let path = builder.path(for: signer, within: &budget)
        guard path.isTrusted else { return path.failures.first?.description ?? "it is not trusted" }
        guard path.certificates.last == anchor else { return "it was issued under another trust anchor" }
        for status in statuses(of: path, depth: depth + 1, within: &budget) where status != .good {
            return "\(status)"
        }
        return nil
    }

    /// Why evidence that begins at a time is not used; nil unless it begins in the future.
    ///
    /// - SeeAlso: RFC 6960, 4.2.2.1: a response whose thisUpdate is later than the local time is unreliable.
    func refusal(ofBeginning date: UniversalTime) -> String? {
        ClockTolerance.isAhead(date, of: now, clock: now)
            ? "it is not valid before \(date), in the future" : nil
    }

    /// Keeps a revocation that came after the time that is asked about from counting, unless that lies in the future:
    /// an issuer that is so wrong about times says only that it has revoked the certificate.
    func judged(_ status: RevocationStatus) -> RevocationStatus {
        guard case .revoked(let date, _) = status else { return status }
        return date > time && refusal(ofBeginning: date) == nil ? .good : status
    }

    /// Keeps evidence from counting that is older than what it should prove, and has ended: it can't tell what happened
    /// in between.
    ///
    /// - SeeAlso: ETSI EN 319 102-1, 5.6.2.2: validation time sliding.
    private func aged(_ statement: RevocationStatement) -> RevocationStatus {
        guard statement.status == .good, let begin = statement.begin, let end = statement.end,
            begin < proven, end < validationTime
        else { return statement.status }
        return .undetermined(
            "the evidence was issued at \(begin), is older than the time that it should cover (\(proven)), and is "
                + "valid only until \(end)"
        )
    }
}
