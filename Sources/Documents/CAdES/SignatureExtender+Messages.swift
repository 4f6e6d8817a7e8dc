package import JetonASN1
public import JetonCMS
import JetonValidation
import JetonX509
public import SignatureLevels

/// The levels of CMS messages: timestamps, certificates and evidence are added behind the signatures.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.3, 5.4 and 5.5; 6.3.
extension SignatureExtender {
    /// Raises a new signature before its message is complete.
    package var completion: SignatureCompletion {
        SignatureCompletion(addsEvidence: level >= .lt) { parts, index, digest in
            try extend(&parts, index, contentDigests: [digest])
        }
    }

    /// Raises all signers of a message that was verified.
    ///
    /// - Parameter report: What ``CAdESValidator/verifier`` showed.
    /// - Returns: The new message.
    /// - Throws: `DocumentError` if a signature does not hold, or the level cannot be reached.
    public func extended(_ report: CMSReport) throws -> MessageRevision {
        guard !report.signers.isEmpty else { throw DocumentError(.malformed, "the message has no signer") }
        var revision = MessageRevision(report)
        for index in revision.parts.signers.indices {
            try extend(&revision.parts, index, contentDigests: report.contentDigests)
        }
        return revision
    }

    /// Finds what proves the signers of a message, and the timestamps in it, besides what stands beside it.
    ///
    /// - Parameters:
    ///   - report: What checking the message showed.
    ///   - document: What stands beside it.
    ///   - newer: The times of the timestamps over the document.
    /// - Returns: What is missing beside the message.
    /// - Throws: `DocumentError` if a path is not trusted, or evidence is missing.
    package func evidence(
        about report: CMSReport,
        beside document: DocumentEvidence,
        below newer: [UniversalTime]
    ) throws -> DocumentEvidence {
        var parts = report.parts
        document.add(to: &parts)
        for index in parts.signers.indices { try addEvidence(&parts, index, report.contentDigests, below: newer) }
        return DocumentEvidence(parts, besides: document)
    }

    /// Finds what proves the authority of a timestamp over the document, besides what stands beside it.
    ///
    /// - Throws: As ``evidence(about:beside:below:)``.
    package func evidence(
        aboutToken token: [UInt8],
        beside document: DocumentEvidence,
        below newer: [UniversalTime]
    ) throws -> DocumentEvidence {
        let report = try TimestampVerifier().verify(token: token)
        var parts = report.parts
        document.add(to: &parts)
        var embedded = EmbeddedEvidence()
        embedded.add(parts)
        embedded.readLists(for: policy.certificates)
        SignatureExtender.add(try evidence(aboutAuthorityOf: report, below: newer, embedded), to: &parts)
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
            throw DocumentError(.signatureMismatch, "the signature cannot be extended: \(why)")
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
        guard let signer = report.signers.first else { throw DocumentError(.malformed, "the message has no signer") }
        return signer
    }

    // MARK: - LT

    private func addEvidence(
        _ parts: inout SignedDataParts,
        _ index: Int,
        _ contentDigests: [ContentDigest],
        below newer: [UniversalTime] = []
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
            throw DocumentError(.notTrusted, "the signer's certificate is missing")
        }
        let stamps = tokens.filter { $0.kind == .signature }.compactMap(\.time) + newer
        let proven = min(stamps.min() ?? policy.time, policy.time)
        SignatureExtender.add(try evidence(about: certificate, policy.purpose, at: proven, embedded), to: &parts)
        for token in tokens {
            guard let report = try? TimestampVerifier().verify(token: token.octets) else { continue }
            let later = tokens.filter { other in
                other.kind == .archive && (token.kind != .archive || other.time ?? report.info.time > report.info.time)
            }
            let found = try evidence(aboutAuthorityOf: report, below: later.compactMap(\.time) + newer, embedded)
            SignatureExtender.add(found, to: &parts)
        }
    }

    /// Adds the path of a certificate and what proves that none on it was revoked.
    private static func add(_ found: PathEvidence, to parts: inout SignedDataParts) {
        for member in found.path { parts.add(certificate: member.derRepresentation) }
        for response in found.responses { parts.add(revocation: EmbeddedEvidence.revocation(response: response)) }
        for list in found.lists { parts.add(revocation: list) }
    }

    // MARK: - LTA

    private func addArchiveTimestamp(
        _ parts: inout SignedDataParts,
        _ index: Int,
        _ contentDigests: [ContentDigest]
    ) throws {
        guard let content = contentDigests.first(where: { !$0.hash.isWeak }) else {
            throw DocumentError(
                .unsupportedAlgorithm,
                "the content's hash algorithm is too weak for an archive timestamp"
            )
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
        guard token.signers.count == 1 else { throw DocumentError(.malformed, "the timestamp has no signer") }
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
