import JetonASN1
public import JetonCMS
public import JetonX509

/// Gives the outcome of a signature whose octets were checked, by certificates, evidence and proofs of existence.
///
/// - SeeAlso: ETSI EN 319 102-1 V1.3.1, 5.3 and 5.5.
public struct SignatureValidator: Sendable {
    /// Whom to trust, further certificates, the purpose, and the time of the validation.
    public var policy: VerificationPolicy
    /// What is at hand about revocation; nil if revocation is not asked about.
    public var evidence: RevocationEvidence?
    /// Whether a certificate that the evidence says nothing of passes, since nothing more was asked for.
    public var toleratesMissingEvidence = false

    /// Makes a validator.
    public init(policy: VerificationPolicy, evidence: RevocationEvidence? = nil) {
        self.policy = policy
        self.evidence = evidence
    }

    /// Gives the outcome of one signer.
    ///
    /// - Parameters:
    ///   - signer: What checking the octets showed, by the same policy.
    ///   - certificates: The certificates in the document.
    ///   - timestamps: What checking the timestamps over this signature showed; those that are not valid do not count.
    /// - Returns: The indication with its reason, the facts behind it, and the earliest time at which the signature is
    ///   known to have existed.
    public func outcome(
        of signer: SignerReport,
        certificates: [Certificate],
        timestamps: [TimestampReport] = []
    ) -> ValidationOutcome {
        let proofs = timestamps.filter(\.isValid).map(\.info.time)
        let best = min(proofs.min() ?? policy.time, policy.time)
        var facts = ["validated at \(policy.time)"]
        var openRevocations: [String] = []
        facts += proofs.map { "a timestamp proves that it existed at \($0)" }
        func outcome(
            _ indication: ValidationOutcome.Indication,
            _ sub: ValidationOutcome.SubIndication?,
            _ reason: String,
            _ check: VerificationFinding.Check? = nil
        ) -> ValidationOutcome {
            ValidationOutcome(
                indication,
                sub,
                reason: reason,
                facts: facts + openRevocations,
                openRevocations: openRevocations,
                check: check,
                bestSignatureTime: best
            )
        }
        if let (indication, sub, finding) = SignatureValidator.brokenOctets(signer) {
            return outcome(indication, sub, finding.detail, finding.check)
        }
        if let stated = signer.signingTime, ClockTolerance.isAhead(stated, of: policy.time) {
            let reason = "the signer says that it signed at \(stated), which is in the future: a clock is wrong"
            return outcome(.indeterminate, .constraintsFailure, reason)
        }
        guard let certificate = signer.certificate else {
            return outcome(.indeterminate, .noSigningCertificate, "the signer's certificate is missing")
        }
        let pool = certificates + policy.certificates
        // The certificate must have been valid when the signature is known to have existed, not now.
        let path =
            best == policy.time && signer.isTrusted
            ? CertificatePath(certificates: signer.certificatePath, failures: [], policies: [], reachesAnchor: true)
            : CertificatePathBuilder(trust: policy.trust, intermediates: pool, purpose: policy.purpose, time: best)
                .path(for: certificate)
        guard path.isTrusted else {
            let (sub, reason) = SignatureValidator.refusal(path)
            return outcome(.indeterminate, sub, reason, best == policy.time ? .certificatePath : nil)
        }
        facts.append(
            "a path of \(path.certificates.count) certificates ends in '\(path.certificates.last ?? certificate)'"
        )
        guard let evidence else {
            openRevocations.append("revocation: not asked")
            return outcome(.totalPassed, nil, "the signature is valid, and its certificate was trusted at \(best)")
        }
        let statuses = RevocationCheck(
            trust: policy.trust,
            certificates: pool,
            evidence: evidence,
            time: best,
            validationTime: policy.time
        ).statuses(of: path)
        for (index, status) in statuses.enumerated() {
            let name = "'\(path.certificates[index])'"
            facts.append("\(name): \(status)")
            switch status {
            case .good: continue
            case .revoked(_, .certificateHold):
                return outcome(.indeterminate, .tryLater, "the certificate \(name) is suspended")
            case .revoked(let date, _):
                // EN 319 102-1, 5.5.4: a proof of existence after the revocation excludes that it is older.
                guard index == 0 else {
                    return outcome(.indeterminate, .authorityRevoked, "the authority \(name) was revoked at \(date)")
                }
                return outcome(.indeterminate, .revoked, "the certificate \(name) was revoked at \(date)")
            case .undetermined where toleratesMissingEvidence:
                facts.removeLast()
                openRevocations.append("revocation of \(name): not asked")
            case .undetermined(let why):
                return outcome(.indeterminate, .tryLater, "whether \(name) was revoked is unknown: \(why)")
            }
        }
        return outcome(.totalPassed, nil, "the signature is valid, and its certificate was trusted at \(best)")
    }

    /// What is wrong with the signature itself, without regard to trust; nil if nothing is.
    private static func brokenOctets(
        _ signer: SignerReport
    ) -> (ValidationOutcome.Indication, ValidationOutcome.SubIndication, VerificationFinding)? {
        func failure(_ check: VerificationFinding.Check) -> VerificationFinding? {
            signer.findings.first { $0.check == check && $0.outcome != .passed }
        }
        if let finding = failure(.messageDigest), finding.outcome == .failed {
            return (.totalFailed, .hashFailure, finding)
        }
        if let finding = failure(.signature), finding.outcome == .failed {
            return (.totalFailed, .signatureFailure, finding)
        }
        let checks: [VerificationFinding.Check] = [
            .structure, .references, .signedAttributes, .contentType, .signingCertificate,
        ]
        for check in checks {
            guard let finding = failure(check) else { continue }
            return (finding.outcome == .failed ? .totalFailed : .indeterminate, .constraintsFailure, finding)
        }
        if let finding = failure(.signedData) { return (.indeterminate, .signedDataNotFound, finding) }
        if let finding = failure(.messageDigest) ?? failure(.signature) ?? failure(.algorithmStrength) {
            return (.indeterminate, .cryptoConstraintsFailure, finding)
        }
        if let finding = failure(.keyUsage) { return (.indeterminate, .chainConstraintsFailure, finding) }
        return nil
    }

    private static func refusal(_ path: CertificatePath) -> (ValidationOutcome.SubIndication, String) {
        guard path.reachesAnchor, let first = path.failures.first else {
            return (.noChain, path.failures.first?.description ?? "no certificate path leads to a trust anchor")
        }
        let sub: ValidationOutcome.SubIndication =
            switch first.reason {
            case .expired: .outOfBounds
            case .notYetValid: .notYetValid
            case .algorithmWeak, .weakKey, .signatureUnsupported: .cryptoConstraintsFailure
            default: .chainConstraintsFailure
            }
        return (sub, first.description)
    }
}
