import JetonASN1
import JetonCMS
import JetonValidation
import JetonX509
import SignatureLevels
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
    private var lookup: EvidenceLookup
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
        lookup = EvidenceLookup(policy: validator.policy, collector: validator.collector)
    }

    mutating func run(_ result: XMLSignatureResult) -> SignerAssessment {
        let signer = result.signer
        unsigned.add(to: &lookup.embedded, certificates: result.certificates)
        lookup.embedded.readLists(for: validator.policy.certificates)
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
        let certificates = lookup.embedded.certificates
        let (outcome, isProvenInside) = lookup.judge(signer, certificates: certificates, proofs: proofs)
        return SignerAssessment(
            signer: signer,
            level: level(timestamps, isProvenInside: isProvenInside),
            outcome: outcome,
            timestamps: timestamps,
            policy: SignaturePolicy(properties),
            statements: SignerStatements(properties),
            contacted: lookup.contacted,
            fetchFailures: lookup.fetchFailures
        )
    }

    private func level(_ timestamps: [AssessedTimestamp], isProvenInside: Bool) -> SignatureLevel {
        guard timestamps.contains(where: { $0.kind == .signature && $0.isValid }) else { return .b }
        guard isProvenInside else { return .t }
        return timestamps.contains { $0.kind == .archive && $0.isValid } ? .lta : .lt
    }

    // MARK: - Timestamps

    private mutating func judge(_ index: Int) -> AssessedTimestamp {
        let timestamp = unsigned.timestamps[index]
        // At the time that the newest timestamp over this one proves.
        let covering = archives.filter { timestamp.kind == .content || $0.place > timestamp.place }
        let time = covering.map(\.time).min() ?? validator.policy.time
        let certificates = lookup.embedded.certificates + validator.policy.certificates
        let verifier = TimestampVerifier(trust: validator.policy.trust, certificates: certificates, time: time)
        do {
            guard let imprint = digests[index] else {
                return AssessedTimestamp(
                    kind: timestamp.kind,
                    report: try? TimestampVerifier().verify(token: timestamp.token),
                    failures: ["the data that it covers can't be computed"]
                )
            }
            let judged = try verifier.verify(token: timestamp.token, imprint: imprint)
            var failures = judged.failures
            if failures.isEmpty {
                failures += lookup.refusals(of: judged, certificates: lookup.embedded.certificates, at: time)
            }
            if failures.isEmpty, timestamp.kind == .archive { archives.append((judged.info.time, timestamp.place)) }
            return AssessedTimestamp(kind: timestamp.kind, report: judged, failures: failures)
        } catch let error as DocumentError {
            return AssessedTimestamp(kind: timestamp.kind, report: nil, failures: [error.context])
        } catch {
            return AssessedTimestamp(kind: timestamp.kind, report: nil, failures: ["\(error)"])
        }
    }
}
