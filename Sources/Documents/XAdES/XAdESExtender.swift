public import JetonASN1
public import JetonCMS
import JetonValidation
import JetonX509
import JetonXML
public import SignatureLevels
public import XMLSignature

/// Raises the level of the signatures of an XML document: adds timestamps, certificates and evidence.
///
/// What is there stays, byte for byte; what is added stands behind it, with its own namespace declarations, so that it
/// holds wherever the document is put.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.3 to 5.5 and 6.3.
public struct XAdESExtender: Sendable {
    /// Asks authorities, fetches evidence, and says to which level.
    private let extender: SignatureExtender

    /// Makes an extender.
    ///
    /// - Parameter extender: The level to reach, and how.
    public init(_ extender: SignatureExtender) { self.extender = extender }

    /// The level to reach.
    public var level: SignatureLevel { extender.level }

    /// Writes a document whose signatures all have the level.
    ///
    /// - Parameters:
    ///   - files: What references outside of the document lead to.
    ///   - document: Opens the document; called several times.
    ///   - sink: Gets the new document; worth nothing if this call throws.
    /// - Throws: `DocumentError` if a signature does not hold, or the level cannot be reached; what source and sink throw.
    public func extend<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        let report = try XMLSignatureVerifier(extender.policy).verify(files: files, rereading: document)
        var insertions: [PropertyInsertion] = []
        for result in report.signatures {
            if let insertion = try insertion(result, files, document) { insertions.append(insertion) }
        }
        try PropertyInsertion.copy(document(), insertions, to: &sink)
    }

    /// Checks a new document: its signatures hold, and have the level.
    ///
    /// - Parameters:
    ///   - files: What references outside of the document lead to.
    ///   - document: Opens the new document.
    /// - Throws: `DocumentError` if one does not.
    public func readBack<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws {
        let validator = XAdESValidator(policy: extender.policy)
        let report = try validator.verifier.verify(files: files, rereading: document)
        let assessments = try validator.assess(report, files: files, rereading: document)
        for assessment in assessments where !assessment.signer.isIntact || assessment.level < level {
            let why = assessment.timestamps.flatMap(\.failures).first ?? "\(assessment.outcome.reason)"
            throw DocumentError(
                .signatureMismatch,
                "the new document has level \(assessment.level.rawValue) instead of \(level.rawValue): \(why)"
            )
        }
    }

    // MARK: - One signature

    private func insertion<Document: ByteSource & ~Copyable>(
        _ result: XMLSignatureResult,
        _ files: some ReferencedFiles,
        _ document: () throws -> Document
    ) throws -> PropertyInsertion? {
        guard level >= .t else { return nil }
        guard result.signer.isIntact, let signature = result.parsed else {
            let why = result.signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "it is not intact"
            throw DocumentError(.signatureMismatch, "the signature cannot be extended: \(why)")
        }
        let properties = PropertiesCheck(signature, result.references.map(\.range))
        guard let qualifying = properties.qualifying, properties.signed != nil else {
            throw DocumentError(.refused, "the signature is plain XMLDSig: only XAdES signatures have levels")
        }
        let unsigned = UnsignedProperties(properties)
        var added: [String] = []
        func imprint(_ kind: TimestampImprints.Question.Kind) throws -> MessageImprint {
            let question = TimestampImprints.Question(kind: kind, method: .exclusive, hash: .sha256)
            let digests = try TimestampImprints.digests(
                [question],
                signature,
                unsigned.elements,
                files: files,
                rereading: document
            )
            guard let digest = digests.first else { throw DocumentError(.malformed, "the timestamp covers nothing") }
            return try MessageImprint(hash: .sha256, digest: digest)
        }
        var tokens = unsigned.timestamps.map(\.token)
        if !unsigned.timestamps.contains(where: { $0.kind == .signature }) {
            let token = try extender.token(over: imprint(.signature))
            tokens.append(token)
            added.append(try XAdESExtender.timestamp("xades:SignatureTimeStamp", token))
        }
        if level >= .lt { added += try evidence(result, unsigned, tokens) }
        if level >= .lta {
            let further = try added.flatMap { try XMLText.canonical(Array($0.utf8), at: 0, .exclusive) }
            let covered = unsigned.elements.count
            let token = try extender.token(over: imprint(.archive(covered: covered, further: further, isOld: false)))
            added.append(try XAdESExtender.timestamp("xades141:ArchiveTimeStamp", token))
        }
        return added.isEmpty ? nil : PropertyInsertion(added.joined(), into: qualifying)
    }

    /// A timestamp property with its own declarations, in exclusive canonical form.
    private static func timestamp(_ name: String, _ token: [UInt8]) throws(DocumentError) -> String {
        let further = name.hasPrefix("xades141") ? " xmlns:xades141=\"\(XMLNames.xades141)\"" : ""
        let id = try XMLText.identifier("T")
        return "<\(name) xmlns:ds=\"\(XMLNames.signature)\" xmlns:xades=\"\(XMLNames.xades)\"\(further) Id=\"\(id)\">"
            + "<ds:CanonicalizationMethod Algorithm=\"\(Canonicalization.exclusive.rawValue)\"></ds:CanonicalizationMethod>"
            + "<xades:EncapsulatedTimeStamp>\(Base64.encode(token))</xades:EncapsulatedTimeStamp></\(name)>"
    }

    // MARK: - LT

    /// The certificates and the evidence that are missing: of the signature, and of its timestamps.
    private func evidence(
        _ result: XMLSignatureResult,
        _ unsigned: UnsignedProperties,
        _ tokens: [[UInt8]]
    ) throws -> [String] {
        let policy = extender.policy
        guard let certificate = result.signer.certificate else {
            throw DocumentError(.notTrusted, "the signer's certificate is missing")
        }
        var embedded = EmbeddedEvidence()
        unsigned.add(to: &embedded, certificates: result.certificates)
        let reports = tokens.compactMap { try? TimestampVerifier().verify(token: $0) }
        for report in reports { embedded.add(report.parts) }
        embedded.readLists(for: policy.certificates)
        let proven = reports.map(\.info.time).min() ?? policy.time
        var found = [try extender.evidence(about: certificate, policy.purpose, at: min(proven, policy.time), embedded)]
        let archives = unsigned.timestamps.filter { $0.kind == .archive }
        for (index, token) in tokens.enumerated() {
            guard let report = try? TimestampVerifier().verify(token: token) else { continue }
            let stamp = index < unsigned.timestamps.count ? unsigned.timestamps[index] : nil
            // An archive timestamp covers those before it; one that was just made is below none.
            let newer = archives.filter { archive in
                stamp.map { $0.kind != .archive || $0.place < archive.place } ?? false
            }.compactMap(\.time)
            found.append(try extender.evidence(aboutAuthorityOf: report, below: newer, embedded))
        }
        var certificates: [[UInt8]] = []
        for member in found.flatMap(\.path) where !embedded.certificates.contains(member) {
            if !certificates.contains(member.derRepresentation) { certificates.append(member.derRepresentation) }
        }
        func unique(_ values: [[UInt8]]) -> [[UInt8]] {
            values.reduce(into: []) { list, next in if !list.contains(next) { list.append(next) } }
        }
        return XAdESExtender.values(
            certificates,
            lists: unique(found.flatMap(\.lists)),
            responses: unique(found.flatMap(\.responses)),
            isFirst: !unsigned.elements.contains { $0.name == "CertificateValues" || $0.name == "RevocationValues" }
        )
    }

    /// The properties that hold values; a signature has one of each, and what is added later has a property of its own.
    private static func values(
        _ certificates: [[UInt8]],
        lists: [[UInt8]],
        responses: [[UInt8]],
        isFirst: Bool
    ) -> [String] {
        func element(_ name: String, _ values: [[UInt8]]) -> String {
            values.map { "<xades:\(name)>\(Base64.encode($0))</xades:\(name)>" }.joined()
        }
        let declaration = isFirst ? " xmlns:xades=\"\(XMLNames.xades)\"" : ""
        var properties: [String] = []
        if !certificates.isEmpty {
            let values = element("EncapsulatedX509Certificate", certificates)
            properties.append("<xades:CertificateValues\(declaration)>\(values)</xades:CertificateValues>")
        }
        if !lists.isEmpty || !responses.isEmpty {
            var values = ""
            if !lists.isEmpty {
                values += "<xades:CRLValues>\(element("EncapsulatedCRLValue", lists))</xades:CRLValues>"
            }
            if !responses.isEmpty {
                values += "<xades:OCSPValues>\(element("EncapsulatedOCSPValue", responses))</xades:OCSPValues>"
            }
            properties.append("<xades:RevocationValues\(declaration)>\(values)</xades:RevocationValues>")
        }
        guard !isFirst, !properties.isEmpty else { return properties }
        return [
            "<xades141:AnyValidationData xmlns:xades=\"\(XMLNames.xades)\" xmlns:xades141=\"\(XMLNames.xades141)\">"
                + properties.joined() + "</xades141:AnyValidationData>"
        ]
    }
}
