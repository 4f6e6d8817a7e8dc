import ASN1
import CAdES
import CMS
import Validation
import X509
import XMLSignature

/// The judgement of one XML signature.
///
/// The newest archive timestamp is judged at the time of the validation; each older timestamp at the time that the
/// newest valid one over it proves; the signature at the oldest time that is proven.
struct SignatureAssessment {
    private let validator: XAdESValidator
    private let unsigned: UnsignedProperties
    private let properties: PropertiesCheck
    private let digests: [MessageImprint?]
    private var embedded = EmbeddedEvidence()
    private var contacted: [String] = []
    private var fetchFailures: [String] = []
    /// The valid archive timestamps, with their places.
    private var archives: [(time: UniversalTime, place: Int)] = []

    init(
        validator: XAdESValidator,
        properties: PropertiesCheck,
        unsigned: UnsignedProperties,
        digests: [MessageImprint?]
    ) {
        self.validator = validator
        self.properties = properties
        self.unsigned = unsigned
        self.digests = digests
    }

    private var policy: VerificationPolicy { validator.policy }

    mutating func run(_ result: XMLSignatureResult) -> SignerAssessment {
        let signer = result.signer
        unsigned.add(to: &embedded, certificates: result.certificates)
        embedded.readLists(for: policy.certificates)
        let tokens = unsigned.timestamps
        var found: [Int: AssessedTimestamp] = [:]
        // The last covers those before it.
        for index in tokens.indices.reversed() where tokens[index].kind == .archive { found[index] = judge(index) }
        for index in tokens.indices where tokens[index].kind != .archive { found[index] = judge(index) }
        var timestamps = tokens.indices.compactMap { found[$0] }
        for fault in unsigned.faults {
            timestamps.append(AssessedTimestamp(kind: .signature, report: nil, failures: [fault]))
        }

        let proofs = timestamps.filter { $0.isValid && $0.kind != .content }.compactMap(\.report)
        let best = min(proofs.map(\.info.time).min() ?? policy.time, policy.time)
        var asked = SignatureValidator(policy: policy)
        // Without evidence there is nothing to look up along the path.
        let isAsked = validator.collector != nil || embedded.hasEvidence
        var isProvenInside = false
        if isAsked, let certificate = signer.certificate {
            let path = path(of: certificate, policy.purpose, at: best)
            isProvenInside =
                path.isTrusted && statuses(of: path, embedded.evidence, at: best).allSatisfy { $0 == .good }
            asked.evidence = evidence(about: path, at: best)
        }
        asked.toleratesMissingEvidence = validator.collector == nil
        let outcome = asked.outcome(of: signer, certificates: embedded.certificates, timestamps: proofs)
        return SignerAssessment(
            signer: signer,
            level: level(timestamps, isProvenInside: isProvenInside),
            outcome: outcome,
            timestamps: timestamps,
            policy: SignaturePolicy(properties),
            statements: SignerStatements(properties),
            contacted: contacted,
            fetchFailures: fetchFailures
        )
    }

    private func level(_ timestamps: [AssessedTimestamp], isProvenInside: Bool) -> CAdESLevel {
        guard timestamps.contains(where: { $0.kind == .signature && $0.isValid }) else { return .b }
        guard isProvenInside else { return .t }
        return timestamps.contains { $0.kind == .archive && $0.isValid } ? .lta : .lt
    }

    // MARK: - Timestamps

    private mutating func judge(_ index: Int) -> AssessedTimestamp {
        let timestamp = unsigned.timestamps[index]
        // At the time that the newest timestamp over this one proves.
        let covering = archives.filter { timestamp.kind == .content || $0.place > timestamp.place }
        let time = covering.map(\.time).min() ?? policy.time
        let certificates = embedded.certificates + policy.certificates
        let verifier = TimestampVerifier(trust: policy.trust, certificates: certificates, time: time)
        do {
            guard let imprint = digests[index] else {
                return AssessedTimestamp(
                    kind: timestamp.kind,
                    report: try? TimestampVerifier().verify(token: timestamp.token),
                    failures: ["what it is over can't be computed"]
                )
            }
            let judged = try verifier.verify(token: timestamp.token, imprint: imprint)
            var failures = judged.failures
            if failures.isEmpty, let certificate = judged.signer.certificate {
                failures += revocation(of: certificate, at: time)
            }
            if failures.isEmpty, timestamp.kind == .archive { archives.append((judged.info.time, timestamp.place)) }
            return AssessedTimestamp(kind: timestamp.kind, report: judged, failures: failures)
        } catch let error as SigningError {
            return AssessedTimestamp(kind: timestamp.kind, report: nil, failures: [error.context])
        } catch {
            return AssessedTimestamp(kind: timestamp.kind, report: nil, failures: ["\(error)"])
        }
    }

    /// Why an authority does not count, as far as evidence is at hand or may be fetched.
    private mutating func revocation(of certificate: Certificate, at time: UniversalTime) -> [String] {
        let path = path(of: certificate, .timestamp, at: time)
        guard path.isTrusted else { return [] }
        let evidence = evidence(about: path, at: time) ?? RevocationEvidence()
        for (index, status) in statuses(of: path, evidence, at: time).enumerated() {
            switch status {
            case .good: continue
            case .undetermined where validator.collector == nil: continue
            default: return ["the authority's certificate '\(path.certificates[index])': \(status)"]
            }
        }
        return []
    }

    // MARK: - Evidence

    private func path(
        of certificate: Certificate,
        _ purpose: CertificatePurpose,
        at time: UniversalTime
    ) -> CertificatePath {
        CertificatePathBuilder(
            trust: policy.trust,
            intermediates: embedded.certificates + policy.certificates,
            purpose: purpose,
            time: time
        ).path(for: certificate)
    }

    private func statuses(
        of path: CertificatePath,
        _ evidence: RevocationEvidence,
        at time: UniversalTime
    ) -> [RevocationStatus] {
        RevocationCheck(
            trust: policy.trust,
            certificates: embedded.certificates + policy.certificates,
            evidence: evidence,
            time: time
        ).statuses(of: path)
    }

    /// What is at hand about a path: of the document, and fetched if that is not enough.
    private mutating func evidence(about path: CertificatePath, at time: UniversalTime) -> RevocationEvidence? {
        var evidence = embedded.evidence
        guard let collector = validator.collector else { return embedded.hasEvidence ? evidence : nil }
        guard path.isTrusted else { return evidence }
        let isKnown = statuses(of: path, evidence, at: time).allSatisfy { status in
            if case .undetermined = status { return false }
            return true
        }
        if isKnown, embedded.hasEvidence { return evidence }
        let collection = collector.collect(path)
        for url in collection.contacted where !contacted.contains(url) { contacted.append(url) }
        fetchFailures += collection.failures
        evidence.lists += collection.evidence.lists
        evidence.responses += collection.evidence.responses
        return evidence
    }
}
