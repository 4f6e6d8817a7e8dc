public import JetonASN1
public import JetonCMS
import JetonLibcrypto
public import JetonX509
import JetonXML

/// XML with a signature: around it, in it, or beside it.
///
/// An enveloped signature stands at the end of the root element. Its document may have any size; the content of an
/// enveloping one has at most 64 MiB. Canonicalization is exclusive throughout, so that the signature holds wherever
/// the document is put.
///
/// - SeeAlso: XMLDSig 1.1; Exclusive XML Canonicalization 1.0.
public struct XMLSignatureFormat: SignatureFormat {
    /// Where the signature stands.
    public enum Packaging: Hashable, Sendable {
        /// In the document that it signs.
        case enveloped
        /// Around what it signs.
        case enveloping
        /// Beside a file, which it names by a URI.
        case detached(uri: String)
    }

    /// How many bytes an enveloping signature holds: 64 MiB.
    public static let envelopedLimit = 64 << 20

    /// Who signs.
    public let signer: XMLSigner
    /// Where the signature stands.
    public let packaging: Packaging
    /// Whether further signatures can be put into the document later: all signatures are left out of what is signed.
    public var isParallel = false
    /// The signature that was prepared before; nil for a new one.
    private(set) var plan: XMLSignaturePlan?

    /// Makes the format of a signer.
    public init(signer: XMLSigner, packaging: Packaging = .enveloped) {
        self.signer = signer
        self.packaging = packaging
    }

    /// Takes up a signature that was prepared before.
    ///
    /// - Throws: `DocumentError` for what is not a signature in a document or beside a file.
    package init(resuming plan: XMLSignaturePlan, signer: XMLSigner) throws {
        (packaging, isParallel) = try plan.place()
        self.signer = signer
        self.plan = plan
    }

    /// Reads the content; of an enveloped signature, writes the document up to the end of its root element.
    ///
    /// - Throws: ``DocumentError`` for content that is not XML where it must be, is too large, or whose signatures this
    ///   one would break; what source and sink throw.
    public func prepare(
        _ content: inout (some ByteSource & ~Copyable),
        size: UInt64? = nil,
        algorithm: SignatureAlgorithm,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws -> PreparedXML {
        let id = try XMLText.identifier("S")
        switch packaging {
        case .enveloped: return try prepareEnveloped(&content, algorithm, id, to: &sink)
        case .enveloping: return try prepareEnveloping(&content, algorithm, id)
        case .detached(let uri):
            let digest = try algorithm.contentHash.hash(&content).digest
            return try prepared(algorithm, id, uri: uri, transforms: "", digest, knownDigests: [uri: digest])
        }
    }

    /// Writes the signature and what comes behind it.
    public func complete(
        _ prepared: PreparedXML,
        signature: [UInt8],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        let element = try prepared.draft.element(signature, by: signer.certificate.publicKey)
        try sink.write(prepared.opening)
        try sink.write(element)
        try sink.write(prepared.closing)
    }

    /// Checks a document in one pass: where the new signature stands and what it refers to are known.
    public func readBack(
        _ document: consuming (some ByteSource & ~Copyable),
        of prepared: PreparedXML
    ) throws -> XMLSignatureReport {
        let check = SignatureCheckup(try prepared.expectedElement())
        let survey = try DocumentPass.read(&document, survey: true, parts: check.parts, coverages: [check.coverage])
            .survey
        return try report(survey, check, prepared)
    }

    /// What reading a document back showed.
    ///
    /// - Throws: ``DocumentError/Code/signatureMismatch`` unless it holds the signature, intact.
    func report(
        _ survey: SignatureSurvey?,
        _ check: SignatureCheckup,
        _ prepared: PreparedXML
    ) throws -> XMLSignatureReport {
        // Only the value was not known beforehand.
        guard let survey, let found = survey.signatures.first(where: { $0.offset == prepared.signatureOffset }) else {
            throw DocumentError(.signatureMismatch, "the document does not contain the signature")
        }
        var budget = WorkBudget()
        let result = try check.with(found).result(
            VerificationPolicy(),
            NoReferencedFiles(),
            knownDigests: prepared.knownDigests,
            within: &budget
        )
        guard result.signer.isIntact, result.signer.certificate == signer.certificate else {
            let failures = result.signer.failures.filter { !$0.check.isAboutTrust }
            let detail = failures.map { "\($0)" }.joined(separator: ", ")
            throw DocumentError(.signatureMismatch, "the signature does not match: \(detail)")
        }
        return XMLSignatureReport(signatures: [result], survey: survey)
    }

    // MARK: - Several files

    /// A file beside the signature.
    package struct DetachedFile: Sendable {
        /// How the signature names it.
        package let uri: String
        /// Its digest by the hash of the signature.
        package let digest: [UInt8]
        /// The kind of data, as a media type.
        package let mediaType: String

        /// Names a file.
        package init(uri: String, digest: [UInt8], mediaType: String) {
            self.uri = uri
            self.digest = digest
            self.mediaType = mediaType
        }
    }

    /// Begins a signature over files whose digests are known.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - algorithm: How the key will sign.
    ///   - contentDigest: The digest of all files, one behind the other, if the properties need it.
    ///   - opening: What stands in front of the signature.
    ///   - closing: What stands behind it.
    /// - Returns: What ``complete(_:signature:to:)`` needs.
    /// - Throws: `DocumentError`.
    package func prepare(
        _ files: [DetachedFile],
        algorithm: SignatureAlgorithm,
        contentDigest: [UInt8]? = nil,
        opening: [UInt8],
        closing: [UInt8]
    ) throws(DocumentError) -> PreparedXML {
        var references: [SignatureDraft.DataReference] = []
        var known: [String: [UInt8]] = [:]
        for file in files {
            references.append(
                SignatureDraft.DataReference(
                    id: try XMLText.identifier("R"),
                    uri: file.uri,
                    transforms: "",
                    digest: file.digest,
                    mediaType: file.mediaType
                )
            )
            known[file.uri] = file.digest
        }
        let id = try XMLText.identifier("S")
        return PreparedXML(
            algorithm: algorithm,
            draft: try SignatureDraft(
                id: id,
                references: references,
                signer: signer,
                algorithm: algorithm,
                contentDigest: contentDigest
            ),
            signatureOffset: UInt64(opening.count),
            opening: opening,
            closing: closing,
            knownDigests: known
        )
    }

    // MARK: - Packaging

    private func prepareEnveloping(
        _ content: inout (some ByteSource & ~Copyable),
        _ algorithm: SignatureAlgorithm,
        _ id: String
    ) throws -> PreparedXML {
        var octets: [UInt8] = []
        try content.forEachPiece { piece in
            guard octets.count + piece.count <= XMLSignatureFormat.envelopedLimit else {
                throw DocumentError(
                    .limitExceeded,
                    "an enveloping signature can contain at most \(XMLSignatureFormat.envelopedLimit >> 20) MiB"
                )
            }
            for index in piece.indices { octets.append(piece[index]) }
        }
        let hash = algorithm.contentHash
        let objectID = try XMLText.identifier("O")
        let object =
            "<ds:Object Encoding=\"\(XMLNames.base64)\" Id=\"\(objectID)\">\(Base64.encode(octets))</ds:Object>"
        return try prepared(
            algorithm,
            id,
            uri: "#" + objectID,
            transforms: SignatureDraft.transform(XMLNames.base64),
            hash.hash(octets),
            object: object
        )
    }

    func prepared(
        _ algorithm: SignatureAlgorithm,
        _ id: String,
        uri: String,
        transforms: String,
        _ digest: [UInt8],
        object: String = "",
        opening: [UInt8] = [],
        closing: [UInt8] = [0x0A],
        signatureOffset: UInt64 = 0,
        knownDigests: [String: [UInt8]] = [:]
    ) throws -> PreparedXML {
        return PreparedXML(
            algorithm: algorithm,
            draft: try plan?.draft(digest, algorithm)
                ?? draft(algorithm, id, uri: uri, transforms: transforms, digest, object),
            signatureOffset: signatureOffset,
            opening: opening,
            closing: closing,
            knownDigests: knownDigests
        )
    }

    func draft(
        _ algorithm: SignatureAlgorithm,
        _ id: String,
        uri: String,
        transforms: String,
        _ digest: [UInt8],
        _ object: String
    ) throws(DocumentError) -> SignatureDraft {
        let reference = SignatureDraft.DataReference(
            id: try XMLText.identifier("R"),
            uri: uri,
            transforms: transforms,
            digest: digest
        )
        return try SignatureDraft(id: id, references: [reference], signer: signer, algorithm: algorithm, object: object)
    }
}
