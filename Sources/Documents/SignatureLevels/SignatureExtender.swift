public import JetonASN1
public import JetonCMS
public import JetonValidation
package import JetonX509

/// Raises the level of signatures: what asks for timestamps, and finds certificates and evidence about revocation.
///
/// Each format has the steps that put them into its documents. What is there stays. Each step is checked before it is
/// added; a level that cannot be reached is an error, and then nothing counts of what was added.
public struct SignatureExtender: Sendable {
    /// The level to reach.
    public let level: SignatureLevel
    package let timestamps: TimestampClient
    private let collector: EvidenceCollector
    package let policy: VerificationPolicy
    package let timestampPolicy: OID?
    /// Whether a signature that is not valid afterwards is refused at level `T` too, where no path is needed.
    public let demandsTrust: Bool
    /// Called with a clause for people when evidence is older than what it should prove.
    ///
    /// Such evidence counts only until it ends. An extension after that fetches newer evidence.
    public var agingEvidence: (@Sendable (String) -> Void)?

    /// Makes an extender.
    ///
    /// - Parameters:
    ///   - level: The level to reach; `LTA` adds an archive timestamp also where there is one, which renews it.
    ///   - timestamps: Asks timestamping authorities.
    ///   - collector: Fetches evidence about revocation.
    ///   - policy: Whom to trust, for what; the levels from `LT` need a path to an anchor.
    ///   - timestampPolicy: The policy that the authority must follow; nil for its own choice.
    ///   - demandsTrust: Whether a signature that is not valid afterwards is refused at level `T` too.
    public init(
        level: SignatureLevel,
        timestamps: TimestampClient,
        collector: EvidenceCollector,
        policy: VerificationPolicy,
        timestampPolicy: OID? = nil,
        demandsTrust: Bool = false
    ) {
        self.level = level
        self.timestamps = timestamps
        self.collector = collector
        self.policy = policy
        self.timestampPolicy = timestampPolicy
        self.demandsTrust = demandsTrust
    }

    /// The same extender to another level.
    public func to(_ level: SignatureLevel) -> SignatureExtender {
        var other = SignatureExtender(
            level: level,
            timestamps: timestamps,
            collector: collector,
            policy: policy,
            timestampPolicy: timestampPolicy,
            demandsTrust: demandsTrust
        )
        other.agingEvidence = agingEvidence
        return other
    }

    /// Checks the outcomes of signatures that were raised.
    ///
    /// - Parameter outcomes: What validating them by ``policy`` showed, without the network.
    /// - Returns: Why a signature would not be valid, if that is not demanded; nil if all are.
    /// - Throws: ``DocumentError/Code/notTrusted`` if one is not valid or does not have the level.
    package func doubt(about outcomes: [SignerAssessment]) throws(DocumentError) -> String? {
        for found in outcomes where found.outcome.indication != .totalPassed || found.level < level {
            let stamp = found.timestamps.flatMap(\.failures).first
            let isShort = found.outcome.indication == .totalPassed
            let why = isShort ? "it has level \(found.level.rawValue)" : found.outcome.reason
            let reason = "the signature would not be valid: \(why)\(stamp.map { "; its timestamp: \($0)" } ?? "")"
            guard !demandsTrust, level < .lt else { throw DocumentError(.notTrusted, reason) }
            return reason
        }
        return nil
    }

    /// Timestamps the content before it is signed: the attribute content-time-stamp.
    package func contentTimestamp(_ content: ContentDigest) throws(DocumentError) -> CMSAttribute {
        let imprint = try MessageImprint(hash: content.hash, digest: content.digest)
        let outcome = try timestamps.timestamp(imprint, policy: timestampPolicy)
        return CMSAttribute(type: .contentTimestamp, values: [outcome.response.token])
    }

    /// Asks for a timestamp over a document.
    package func token(over imprint: MessageImprint) throws(DocumentError) -> [UInt8] {
        try timestamps.timestamp(imprint, policy: timestampPolicy).response.token
    }

    /// What proves that no certificate of a path was revoked.
    package struct PathEvidence: Sendable {
        /// The certificates of the path, the anchor last.
        package let path: [Certificate]
        /// OCSP responses in DER that are not embedded yet.
        package let responses: [[UInt8]]
        /// Revocation lists in DER that are not embedded yet.
        package let lists: [[UInt8]]
    }

    /// Finds the path of a certificate, and fetches what is missing of the evidence about it.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - purpose: What it must be meant for.
    ///   - time: The time that is asked about.
    ///   - proven: When the signature or timestamp was made; nil for `time`. Evidence that is older counts until it ends.
    ///   - embedded: What is at hand.
    ///   - isCurrent: Whether servers are asked even if what is at hand would do.
    /// - Returns: The path, and the evidence that was fetched.
    /// - Throws: ``DocumentError/Code/notTrusted`` without a trusted path, or without evidence.
    package func evidence(
        about certificate: Certificate,
        _ purpose: CertificatePurpose,
        at time: UniversalTime,
        proven: UniversalTime? = nil,
        _ embedded: EmbeddedEvidence,
        isCurrent: Bool = false
    ) throws -> PathEvidence {
        let certificates = embedded.certificates + policy.certificates
        let path = CertificatePathBuilder(
            trust: policy.trust,
            intermediates: certificates,
            purpose: purpose,
            time: time
        ).path(for: certificate)
        guard path.isTrusted else {
            let why = path.failures.first?.description ?? "it has no certificate path to a trust anchor"
            throw DocumentError(.notTrusted, "level \(level.rawValue) needs a trusted path: \(why)")
        }
        guard isCurrent || unproven(path, certificates, embedded.evidence, at: time, proven) != nil else {
            return PathEvidence(path: path.certificates, responses: [], lists: [])
        }
        let collection = collector.collect(path, certificates: certificates)
        var evidence = embedded.evidence
        evidence.lists += collection.evidence.lists
        evidence.responses += collection.evidence.responses
        if let why = unproven(path, certificates, evidence, at: time, proven) {
            let failures = collection.failures.map { "; \($0)" }.joined()
            throw DocumentError(
                .notTrusted,
                "level \(level.rawValue) needs revocation evidence: \(why)\(failures)"
            )
        }
        if isCurrent, let why = unproven(path, certificates, collection.evidence, at: time, proven) {
            let failures = collection.failures.map { "; \($0)" }.joined()
            throw DocumentError(.notTrusted, "no evidence shows that the timestamp is still valid: \(why)\(failures)")
        }
        if let agingEvidence, let why = unproven(path, certificates, evidence, at: time, proven, forever: true) {
            agingEvidence(why)
        }
        guard collection.encodedLists.count == collection.evidence.lists.count else {
            let limit = EvidenceCollector.embeddedLimit >> 20
            throw DocumentError(
                .limitExceeded,
                "a revocation list of more than \(limit) MiB cannot be added to a message"
            )
        }
        let isNew = collection.evidence.lists.map { !embedded.evidence.lists.contains($0) }
        return PathEvidence(
            path: path.certificates,
            responses: collection.evidence.responses.filter { !embedded.evidence.responses.contains($0) }
                .map(\.derRepresentation),
            lists: zip(collection.encodedLists, isNew).filter { $0.1 }.map(\.0)
        )
    }

    /// Finds the path of a timestamp's authority, and fetches what is missing of the evidence about it.
    ///
    /// The newest timestamp is what holds all others up, so servers are asked whether its authority counts now. One that
    /// is below newer timestamps had to count when the oldest of those was made.
    ///
    /// - Parameters:
    ///   - timestamp: What the timestamp states.
    ///   - newer: The times of the timestamps over it; empty for the newest.
    ///   - embedded: What is at hand.
    /// - Returns: The path, and the evidence that was fetched.
    /// - Throws: ``DocumentError/Code/notTrusted`` if the authority does not count.
    /// - SeeAlso: ETSI EN 319 122-1, 5.5.3; EN 319 142-1, 5.4.
    package func evidence(
        aboutAuthorityOf timestamp: TimestampReport,
        below newer: [UniversalTime],
        _ embedded: EmbeddedEvidence
    ) throws -> PathEvidence {
        guard let authority = timestamp.signer.certificate else {
            throw DocumentError(.notTrusted, "the certificate of the timestamp authority is missing")
        }
        let time = min(newer.min() ?? policy.time, policy.time)
        return try evidence(
            about: authority,
            .timestamp,
            at: time,
            proven: min(timestamp.info.time, time),
            embedded,
            isCurrent: newer.isEmpty && level >= .lta
        )
    }

    /// Which certificate of a path is not known to be good, and why; nil if all are.
    private func unproven(
        _ path: CertificatePath,
        _ certificates: [Certificate],
        _ evidence: RevocationEvidence,
        at time: UniversalTime,
        _ proven: UniversalTime?,
        forever: Bool = false
    ) -> String? {
        let statuses = RevocationCheck(
            trust: policy.trust,
            certificates: certificates,
            evidence: evidence,
            time: time,
            proven: proven,
            validationTime: forever ? UniversalTime.writable.upperBound : policy.time
        ).statuses(of: path)
        for (index, status) in statuses.enumerated() where status != .good {
            return "'\(path.certificates[index])': \(status)"
        }
        return nil
    }
}
