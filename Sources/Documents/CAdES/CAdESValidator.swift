import JetonASN1
public import JetonCMS
public import JetonValidation
import JetonX509
public import SignatureLevels

/// Judges the signers of a CMS message by their timestamps and by evidence about revocation.
///
/// The newest archive timestamp is judged at the time of the validation; each older timestamp at the time that the
/// newest valid one over it proves; the signature at the oldest time that is proven.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1; ETSI EN 319 102-1 V1.3.1, 5.5 and 5.6.
public struct CAdESValidator: Sendable {
    /// How many timestamps of a signer are looked at.
    private static let timestampLimit = 128

    /// Whom to trust, further certificates, the purpose, and the time of the validation.
    public let policy: VerificationPolicy
    /// Fetches evidence; nil to use only what the message holds.
    public let collector: EvidenceCollector?
    /// What stands beside the messages, in the document that holds them.
    package var surroundings = DocumentEvidence()

    /// Makes a validator.
    public init(policy: VerificationPolicy, collector: EvidenceCollector? = nil) {
        self.policy = policy
        self.collector = collector
    }

    /// Checks the octets of messages, with the hashes that their archive timestamps are made of.
    public var verifier: CMSVerifier {
        var verifier = CMSVerifier(policy)
        verifier.furtherHashes = { attributes in
            attributes.filter { $0.type == .archiveTimestamp }.flatMap(\.values).compactMap { token in
                (try? TimestampVerifier().verify(token: token))?.info.imprint?.hash
            }
        }
        return verifier
    }

    /// Gives the outcome of each signer, in the message's order.
    ///
    /// - Parameter report: What ``verifier`` showed.
    /// - Returns: An outcome for each signer of the report.
    public func assess(_ report: CMSReport) -> [SignerAssessment] {
        zip(report.signers, report.parts.signers).map { signer, parts in
            var assessment = Assessment(validator: self, report: report, parts: parts)
            return assessment.run(signer)
        }
    }
}

extension CAdESValidator {
    /// A token among the attributes of a signer.
    struct Token {
        let kind: AssessedTimestamp.Kind
        let type: OID
        let octets: [UInt8]
        let time: UniversalTime?
    }

    /// The tokens of a signer, in the message's order.
    static func tokens(of signer: SignerReport) -> [Token] {
        let kinds: [(OID, AssessedTimestamp.Kind)] = [
            (.contentTimestamp, .content), (.signatureTimestamp, .signature), (.archiveTimestamp, .archive),
        ]
        var tokens: [Token] = []
        for (type, kind) in kinds {
            let attributes = kind == .content ? signer.signedAttributes : signer.unsignedAttributes
            for octets in attributes.filter({ $0.type == type }).flatMap(\.values) {
                let time = (try? TimestampVerifier().verify(token: octets))?.info.time
                tokens.append(Token(kind: kind, type: type, octets: octets, time: time))
            }
        }
        return Array(tokens.prefix(timestampLimit))
    }
}

/// The judgement of one signer.
private struct Assessment {
    let validator: CAdESValidator
    let report: CMSReport
    let parts: SignerParts
    private var lookup: EvidenceLookup
    /// The valid archive timestamps, newest first, with what they cover.
    private var archives: [(time: UniversalTime, index: ArchiveHashIndex)] = []

    init(validator: CAdESValidator, report: CMSReport, parts: SignerParts) {
        self.validator = validator
        self.report = report
        self.parts = parts
        lookup = EvidenceLookup(policy: validator.policy, collector: validator.collector)
    }

    private var policy: VerificationPolicy { validator.policy }

    mutating func run(_ signer: SignerReport) -> SignerAssessment {
        let tokens = CAdESValidator.tokens(of: signer)
        lookup.embedded.add(report.parts)
        lookup.embedded.add(validator.surroundings)
        for token in tokens {
            if let parts = (try? TimestampVerifier().verify(token: token.octets))?.parts { lookup.embedded.add(parts) }
        }
        lookup.embedded.readLists(for: policy.certificates)

        var found: [Int: AssessedTimestamp] = [:]
        let archives = tokens.indices.filter { tokens[$0].kind == .archive }
        // The newest first: it proves the time at which the next older one is judged.
        let ordered = archives.sorted { left, right in
            (tokens[left].time ?? policy.time) > (tokens[right].time ?? policy.time)
        }
        for index in ordered { found[index] = judge(tokens[index]) }
        for index in tokens.indices where tokens[index].kind != .archive { found[index] = judge(tokens[index]) }
        let timestamps = tokens.indices.compactMap { found[$0] } + validator.surroundings.timestamps

        let proofs = timestamps.filter { $0.isValid && $0.kind != .content }.compactMap(\.report)
        let certificates = report.certificates + lookup.embedded.certificates
        let (outcome, isProvenInside) = lookup.judge(signer, certificates: certificates, proofs: proofs)
        return SignerAssessment(
            signer: signer,
            level: level(timestamps, isProvenInside: isProvenInside),
            outcome: outcome,
            timestamps: timestamps,
            policy: SignaturePolicy(in: signer.signedAttributes),
            statements: SignerStatements(in: signer.signedAttributes),
            contacted: lookup.contacted,
            fetchFailures: lookup.fetchFailures
        )
    }

    private func level(_ timestamps: [AssessedTimestamp], isProvenInside: Bool) -> SignatureLevel {
        let isTimestamped = timestamps.contains { ($0.kind == .signature || $0.kind == .document) && $0.isValid }
        guard isTimestamped else { return .b }
        guard isProvenInside else { return .t }
        if validator.surroundings.isArchived { return .lta }
        return timestamps.contains { $0.kind == .archive && $0.isValid } ? .lta : .lt
    }

    // MARK: - Timestamps

    private mutating func judge(_ token: CAdESValidator.Token) -> AssessedTimestamp {
        do {
            return try judged(token)
        } catch let error as DocumentError {
            return AssessedTimestamp(kind: token.kind, report: nil, failures: [error.context])
        } catch {
            return AssessedTimestamp(kind: token.kind, report: nil, failures: ["\(error)"])
        }
    }

    private mutating func judged(_ token: CAdESValidator.Token) throws -> AssessedTimestamp {
        // At the time that the newest timestamp over this one proves.
        let covering = archives.filter { token.kind == .content || $0.index.covers(token.type, token.octets) }
        let documents = validator.surroundings.timestamps.filter(\.isValid).compactMap { $0.report?.info.time }
        let time = (covering.map(\.time) + documents).min() ?? policy.time
        let certificates = lookup.embedded.certificates + policy.certificates
        let verifier = TimestampVerifier(trust: policy.trust, certificates: certificates, time: time)
        let stated = try TimestampVerifier().verify(token: token.octets)
        guard let hash = stated.info.imprint?.hash else {
            return AssessedTimestamp(kind: token.kind, report: stated, failures: stated.refusals)
        }
        var index: ArchiveHashIndex?
        let imprint: MessageImprint
        switch token.kind {
        case .signature: imprint = try MessageImprint(hash: hash, digest: hash.hash(parts.signature))
        case .content: imprint = try MessageImprint(hash: hash, digest: content(hash).digest)
        case .archive:
            guard let found = try ArchiveHashIndex(in: stated.signer.unsignedAttributes) else {
                throw DocumentError(
                    .malformed,
                    "the archive timestamp has no hash index (ats-hash-index-v3), so what it covers is unknown"
                )
            }
            index = found
            imprint = try found.imprint(report.contentType, content: content(hash), signer: parts)
        case .document: throw DocumentError(.malformed, "a document timestamp can't be a signer's attribute")
        }
        let judged = try verifier.verify(token: token.octets, imprint: imprint)
        var failures = judged.failures
        if let index {
            if index.hash != hash { failures.append("its hash index and its imprint use different hash algorithms") }
            if let missing = try index.missing(in: report.parts, signer: parts) { failures.append(missing) }
        }
        if failures.isEmpty { failures += lookup.refusals(of: judged, certificates: certificates, at: time) }
        if failures.isEmpty, let index { archives.append((judged.info.time, index)) }
        return AssessedTimestamp(kind: token.kind, report: judged, failures: failures)
    }

    private func content(_ hash: HashAlgorithm) throws(DocumentError) -> ContentDigest {
        guard let digest = report.contentDigests.first(where: { $0.hash == hash }) else {
            throw DocumentError(
                .unsupportedAlgorithm,
                "the message does not announce \(hash), the hash algorithm of this timestamp, before its content"
            )
        }
        return digest
    }
}
