package import JetonASN1
package import JetonCMS
package import JetonValidation
package import JetonX509

/// The evidence about the certificates of one signature: what it brings, and what is fetched where that is not enough.
package struct EvidenceLookup {
    /// What the signature, and what surrounds it, brings.
    package var embedded = EmbeddedEvidence()
    /// The servers that were asked.
    package private(set) var contacted: [String] = []
    /// Why a server gave nothing.
    package private(set) var fetchFailures: [String] = []

    private let policy: VerificationPolicy
    private let collector: EvidenceCollector?

    /// Starts without evidence.
    ///
    /// - Parameters:
    ///   - policy: Whom to trust, for what, at which time.
    ///   - collector: Fetches evidence; nil if nothing may be fetched.
    package init(policy: VerificationPolicy, collector: EvidenceCollector?) {
        self.policy = policy
        self.collector = collector
    }

    /// Judges a signature whose timestamps are judged already.
    ///
    /// - Parameters:
    ///   - signer: What checking the signature showed.
    ///   - certificates: Those that came with it.
    ///   - proofs: Its valid timestamps, which prove that it existed.
    /// - Returns: The outcome, and whether the evidence that the signature brings is enough for the signer's certificate.
    package mutating func judge(
        _ signer: SignerReport,
        certificates: [Certificate],
        proofs: [TimestampReport]
    ) -> (outcome: ValidationOutcome, isProvenInside: Bool) {
        let best = min(proofs.map(\.info.time).min() ?? policy.time, policy.time)
        var asked = SignatureValidator(policy: policy)
        // Without evidence there is nothing to look up along the path.
        let isAsked = collector != nil || embedded.hasEvidence
        var isProvenInside = false
        if isAsked, let certificate = signer.certificate {
            let path = path(of: certificate, certificates, policy.purpose, at: best)
            isProvenInside =
                path.isTrusted
                && statuses(of: path, certificates, embedded.evidence, at: best, proven: best).allSatisfy {
                    $0 == .good
                }
            asked.evidence = evidence(about: path, certificates, at: best, proven: best)
        }
        asked.toleratesMissingEvidence = collector == nil
        return (asked.outcome(of: signer, certificates: certificates, timestamps: proofs), isProvenInside)
    }

    /// Why a timestamping authority does not count, as far as evidence is at hand or may be fetched.
    ///
    /// - Parameters:
    ///   - timestamp: What checking the timestamp showed.
    ///   - certificates: Those that came with the signature.
    ///   - time: The time of the judgement: the time that a newer timestamp over it proves, or now.
    /// - Returns: The reasons; empty if it counts.
    package mutating func refusals(
        of timestamp: TimestampReport,
        certificates: [Certificate],
        at time: UniversalTime
    ) -> [String] {
        guard let certificate = timestamp.signer.certificate else { return [] }
        let path = path(of: certificate, certificates, .timestamp, at: time)
        guard path.isTrusted else { return [] }
        let proven = timestamp.info.time
        let evidence =
            evidence(about: path, certificates, at: time, proven: proven) ?? RevocationEvidence()
        for (index, status) in statuses(of: path, certificates, evidence, at: time, proven: proven).enumerated() {
            switch status {
            case .good: continue
            case .undetermined where collector == nil: continue
            default: return ["the authority's certificate '\(path.certificates[index])': \(status)"]
            }
        }
        return []
    }

    private func path(
        of certificate: Certificate,
        _ certificates: [Certificate],
        _ purpose: CertificatePurpose,
        at time: UniversalTime
    ) -> CertificatePath {
        CertificatePathBuilder(
            trust: policy.trust,
            intermediates: certificates + policy.certificates,
            purpose: purpose,
            time: time
        ).path(for: certificate)
    }

    private func statuses(
        of path: CertificatePath,
        _ certificates: [Certificate],
        _ evidence: RevocationEvidence,
        at time: UniversalTime,
        proven: UniversalTime
    ) -> [RevocationStatus] {
        RevocationCheck(
            trust: policy.trust,
            certificates: certificates + policy.certificates,
            evidence: evidence,
            time: time,
            proven: proven,
            validationTime: policy.time
        ).statuses(of: path)
    }

    /// What is at hand about a path: what the signature brings, and what is fetched if that is not enough.
    private mutating func evidence(
        about path: CertificatePath,
        _ certificates: [Certificate],
        at time: UniversalTime,
        proven: UniversalTime
    ) -> RevocationEvidence? {
        var evidence = embedded.evidence
        guard let collector else { return embedded.hasEvidence ? evidence : nil }
        guard path.isTrusted else { return evidence }
        let isKnown = statuses(of: path, certificates, evidence, at: time, proven: proven).allSatisfy { status in
            if case .undetermined = status { return false }
            return true
        }
        if isKnown, embedded.hasEvidence { return evidence }
        let collection = collector.collect(path, certificates: certificates + policy.certificates)
        for url in collection.contacted where !contacted.contains(url) { contacted.append(url) }
        fetchFailures += collection.failures
        evidence.lists += collection.evidence.lists
        evidence.responses += collection.evidence.responses
        return evidence
    }
}
