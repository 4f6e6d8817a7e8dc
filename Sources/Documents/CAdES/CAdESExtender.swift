public import ASN1
public import CMS
public import Validation
package import X509

/// Raises the level of a signer: adds timestamps, certificates and evidence behind the signature.
///
/// What is there stays. Each step is checked before it is added; a level that cannot be reached is an error, and then
/// nothing counts of what was added.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.3, 5.4 and 5.5; 6.3.
public struct CAdESExtender: Sendable {
    /// The level to reach.
    public let level: CAdESLevel
    private let timestamps: TimestampClient
    private let collector: EvidenceCollector
    package let policy: VerificationPolicy
    private let timestampPolicy: OID?

    /// Makes an extender.
    ///
    /// - Parameters:
    ///   - level: The level to reach; `LTA` adds an archive timestamp also where there is one, which renews it.
    ///   - timestamps: Asks timestamping authorities.
    ///   - collector: Fetches evidence about revocation.
    ///   - policy: Whom to trust, for what; the levels from `LT` need a path to an anchor.
    ///   - timestampPolicy: The policy that the authority must follow; nil for its own choice.
    public init(
        level: CAdESLevel,
        timestamps: TimestampClient,
        collector: EvidenceCollector,
        policy: VerificationPolicy,
        timestampPolicy: OID? = nil
    ) {
        self.level = level
        self.timestamps = timestamps
        self.collector = collector
        self.policy = policy
        self.timestampPolicy = timestampPolicy
    }

    /// The same extender to another level.
    public func to(_ level: CAdESLevel) -> CAdESExtender {
        CAdESExtender(
            level: level,
            timestamps: timestamps,
            collector: collector,
            policy: policy,
            timestampPolicy: timestampPolicy
        )
    }

    /// Raises a new signature before its message is complete.
    package var completion: SignatureCompletion {
        SignatureCompletion(addsEvidence: level >= .lt) { parts, index, digest in
            try extend(&parts, index, contentDigests: [digest])
        }
    }

    /// Timestamps the content before it is signed: the attribute content-time-stamp.
    package func contentTimestamp(_ content: ContentDigest) throws(SigningError) -> CMSAttribute {
        let imprint = try MessageImprint(hash: content.hash, digest: content.digest)
        let outcome = try timestamps.timestamp(imprint, policy: timestampPolicy)
        return CMSAttribute(type: .contentTimestamp, values: [outcome.response.token])
    }

    /// Raises all signers of a message that was verified.
    ///
    /// - Parameter report: What ``CAdESValidator/verifier`` showed.
    /// - Returns: The new message.
    /// - Throws: `SigningError` if a signature does not hold, or the level cannot be reached.
    public func extended(_ report: CMSReport) throws -> MessageRevision {
        guard !report.signers.isEmpty else { throw SigningError(.malformed, "the message has no signer") }
        var revision = MessageRevision(report)
        for index in revision.parts.signers.indices {
            try extend(&revision.parts, index, contentDigests: report.contentDigests)
        }
        return revision
    }

    /// Asks for a timestamp over a document.
    package func token(over imprint: MessageImprint) throws(SigningError) -> [UInt8] {
        try timestamps.timestamp(imprint, policy: timestampPolicy).response.token
    }

    /// Finds what proves the signers of a message, and the timestamps in it, besides what stands beside it.
    ///
    /// - Throws: `SigningError` if a path is not trusted, or evidence is missing.
    package func evidence(
        about report: CMSReport,
        beside document: DocumentEvidence
    ) throws -> DocumentEvidence {
        var parts = report.parts
        document.add(to: &parts)
        for index in parts.signers.indices { try addEvidence(&parts, index, report.contentDigests) }
        return DocumentEvidence(parts, besides: document)
    }

    /// Finds what proves the authority of a timestamp over the document, besides what stands beside it.
    ///
    /// - Throws: As ``evidence(about:beside:)``.
    package func evidence(
        aboutToken token: [UInt8],
        beside document: DocumentEvidence
    ) throws -> DocumentEvidence {
        let report = try TimestampVerifier().verify(token: token)
        guard let authority = report.signer.certificate else {
            throw SigningError(.refused, "the certificate of the timestamp's authority is missing")
        }
        var parts = report.parts
        document.add(to: &parts)
        var embedded = EmbeddedEvidence()
        embedded.add(parts)
        embedded.readLists(for: policy.certificates)
        try addEvidence(about: authority, .timestamp, at: min(report.info.time, policy.time), embedded, &parts)
        return DocumentEvidence(parts, besides: document)
    }

    /// Raises one signer of a message that is being changed.
    package func extend(_ revision: inout MessageRevision, signer index: Int) throws {
        try extend(&revision.parts, index, contentDigests: revision.report.contentDigests)
    }

    // MARK: - One signer

    private func extend(
        _ parts: inout SignedDataParts,
        _ index: Int,
        contentDigests: [ContentDigest]
    ) throws {
        guard level >= .t else { return }
        let signer = try report(parts, index, contentDigests)
        guard signer.isIntact else {
            let why = signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "it is not intact"
            throw SigningError(.signatureMismatch, "the signature cannot be extended: \(why)")
        }
        if !signer.unsignedAttributes.contains(where: { $0.type == .signatureTimestamp }) {
            let hash = HashAlgorithm.sha256
            let imprint = try MessageImprint(hash: hash, digest: hash.hash(parts.signers[index].signature))
            let token = try timestamps.timestamp(imprint, policy: timestampPolicy).response.token
            parts.signers[index].unsignedAttributes.append(
                CMSAttribute(type: .signatureTimestamp, values: [token])
            )
        }
        guard level >= .lt else { return }
        try addEvidence(&parts, index, contentDigests)
        guard level >= .lta else { return }
        try addArchiveTimestamp(&parts, index, contentDigests)
    }

    /// The report of one signer of unfinished parts.
    private func report(
        _ parts: SignedDataParts,
        _ index: Int,
        _ contentDigests: [ContentDigest]
    ) throws -> SignerReport {
        var alone = parts
        alone.signers = [parts.signers[index]]
        let report = try CMSVerifier(policy).verifyDetached(
            MemorySource(alone.detachedMessage),
            contentDigests: contentDigests,
            size: 0
        )
        guard let signer = report.signers.first else { throw SigningError(.malformed, "the message has no signer") }
        return signer
    }

    // MARK: - LT

    private func addEvidence(
        _ parts: inout SignedDataParts,
        _ index: Int,
        _ contentDigests: [ContentDigest]
    ) throws {
        let signer = try report(parts, index, contentDigests)
        var embedded = EmbeddedEvidence()
        embedded.add(parts)
        let tokens = CAdESValidator.tokens(of: signer)
        for token in tokens {
            if let inside = (try? TimestampVerifier().verify(token: token.octets))?.parts { embedded.add(inside) }
        }
        embedded.readLists(for: policy.certificates)
        guard let certificate = signer.certificate else {
            throw SigningError(.refused, "the signer's certificate is missing")
        }
        let proven = tokens.filter { $0.kind == .signature }.compactMap(\.time).min() ?? policy.time
        try addEvidence(about: certificate, policy.purpose, at: min(proven, policy.time), embedded, &parts)
        for token in tokens {
            guard let report = try? TimestampVerifier().verify(token: token.octets),
                let authority = report.signer.certificate
            else { continue }
            try addEvidence(about: authority, .timestamp, at: min(report.info.time, policy.time), embedded, &parts)
        }
    }

    /// Adds the path of a certificate and what proves that none on it was revoked.
    private func addEvidence(
        about certificate: Certificate,
        _ purpose: CertificatePurpose,
        at time: UniversalTime,
        _ embedded: EmbeddedEvidence,
        _ parts: inout SignedDataParts
    ) throws {
        let found = try evidence(about: certificate, purpose, at: time, embedded)
        for member in found.path { parts.add(certificate: member.derRepresentation) }
        for response in found.responses { parts.add(revocation: EmbeddedEvidence.revocation(response: response)) }
        for list in found.lists { parts.add(revocation: list) }
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
    ///   - embedded: What is at hand.
    /// - Returns: The path, and the evidence that was fetched.
    /// - Throws: `SigningError` without a trusted path, or without evidence.
    package func evidence(
        about certificate: Certificate,
        _ purpose: CertificatePurpose,
        at time: UniversalTime,
        _ embedded: EmbeddedEvidence
    ) throws -> PathEvidence {
        let certificates = embedded.certificates + policy.certificates
        let path = CertificatePathBuilder(
            trust: policy.trust,
            intermediates: certificates,
            purpose: purpose,
            time: time
        ).path(for: certificate)
        guard path.isTrusted else {
            let why = path.failures.first?.description ?? "it has no path to a trust anchor"
            throw SigningError(.refused, "level \(level.rawValue) needs a trusted path: \(why)")
        }
        guard unproven(path, certificates, embedded.evidence, at: time) != nil else {
            return PathEvidence(path: path.certificates, responses: [], lists: [])
        }
        let collection = collector.collect(path)
        var evidence = embedded.evidence
        evidence.lists += collection.evidence.lists
        evidence.responses += collection.evidence.responses
        if let why = unproven(path, certificates, evidence, at: time) {
            let failures = collection.failures.map { "; \($0)" }.joined()
            throw SigningError(.refused, "level \(level.rawValue) needs evidence about revocation: \(why)\(failures)")
        }
        guard collection.encodedLists.count == collection.evidence.lists.count else {
            let limit = EvidenceCollector.embeddedLimit >> 20
            throw SigningError(.limitExceeded, "a revocation list of more than \(limit) MiB is not put into a message")
        }
        return PathEvidence(
            path: path.certificates,
            responses: collection.evidence.responses.map(\.derRepresentation),
            lists: collection.encodedLists
        )
    }

    /// Which certificate of a path is not known to be good, and why; nil if all are.
    private func unproven(
        _ path: CertificatePath,
        _ certificates: [Certificate],
        _ evidence: RevocationEvidence,
        at time: UniversalTime
    ) -> String? {
        let statuses = RevocationCheck(
            trust: policy.trust,
            certificates: certificates,
            evidence: evidence,
            time: time
        ).statuses(of: path)
        for (index, status) in statuses.enumerated() where status != .good {
            return "'\(path.certificates[index])': \(status)"
        }
        return nil
    }

    // MARK: - LTA

    private func addArchiveTimestamp(
        _ parts: inout SignedDataParts,
        _ index: Int,
        _ contentDigests: [ContentDigest]
    ) throws {
        guard let content = contentDigests.first(where: { !$0.hash.isWeak }) else {
            throw SigningError(.unsupportedAlgorithm, "the content's digest is too weak for an archive timestamp")
        }
        // Whoever reads an attached message must know the hash before the content.
        let announced = AlgorithmIdentifier(content.hash)
        if !parts.hashes.contains(where: { ArchiveHash.oid(of: $0) == announced.oid }) {
            parts.hashes.append(announced.derRepresentation)
        }
        let signer = parts.signers[index]
        let hashes = try ArchiveHashIndex(of: parts, signer: signer, hash: content.hash)
        let imprint = try hashes.imprint(parts.contentType, content: content, signer: signer)
        let outcome = try timestamps.timestamp(imprint, policy: timestampPolicy)
        var token = outcome.report.parts
        guard token.signers.count == 1 else { throw SigningError(.malformed, "the timestamp has no signer") }
        token.signers[0].unsignedAttributes.append(
            CMSAttribute(type: .archiveHashIndex, values: [hashes.derRepresentation])
        )
        parts.signers[index].unsignedAttributes.append(
            CMSAttribute(type: .archiveTimestamp, values: [token.message(around: outcome.report.content)])
        )
    }
}

/// Reads hash algorithms as messages announce them.
private enum ArchiveHash {
    static func oid(of encoded: [UInt8]) -> OID? {
        guard var reader = try? ASN1Element.parse(encoded, rules: .basic).members(of: .sequence) else { return nil }
        return try? reader.next().oid()
    }
}
