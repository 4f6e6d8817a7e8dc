public import JetonASN1
public import JetonCMS
public import JetonX509
import JetonXML
public import XMLSignature

/// Signs the signatures of an XML document: each gets a countersignature among its unsigned properties.
///
/// What is there stays, byte for byte.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 5.2.7.2.
public struct XAdESCountersigner: Sendable {
    /// Who signs; with the properties of XAdES.
    public let signer: XMLSigner

    /// Makes a countersigner.
    public init(_ signer: XMLSigner) { self.signer = signer }

    /// Writes a document whose signatures each have one more countersignature.
    ///
    /// - Parameters:
    ///   - files: What references outside of the document lead to.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's.
    ///   - document: Opens the document; called several times.
    ///   - sink: Gets the new document; worth nothing if this call throws.
    /// - Throws: `DocumentError` if a signature does not hold, or has no place for a countersignature; what key, source
    ///   and sink throw.
    public func sign<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm,
        rereading document: () throws -> Document,
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        let report = try XMLSignatureVerifier(VerificationPolicy(purpose: .any)).verify(
            files: files,
            rereading: document
        )
        var values: [TimestampImprints.Collected] = []
        var parts: [XMLPart] = []
        var places: [(id: String, qualifying: XMLElement)] = []
        for result in report.signatures {
            guard result.signer.isIntact, let signature = result.parsed else {
                let why = result.signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "it is not intact"
                throw DocumentError(.signatureMismatch, "a signature can't be signed: \(why)")
            }
            let properties = PropertiesCheck(signature, result.references.map(\.range))
            guard let qualifying = properties.qualifying, properties.signed != nil,
                let id = signature.valueElement.attribute("Id")
            else {
                throw DocumentError(
                    .refused,
                    "a signature without XAdES, or whose value has no identifier, can't be signed"
                )
            }
            let value = TimestampImprints.Collected()
            values.append(value)
            parts.append(XMLPart(at: signature.valueElement.offset, .exclusive) { value.append($0) })
            places.append((id, qualifying))
        }
        var source = try document()
        try DocumentPass.read(&source, parts: parts)
        var insertions: [PropertyInsertion] = []
        for (value, place) in zip(values, places) {
            let element = try signer.countersignature(
                over: place.id,
                digest: algorithm.contentHash.hash(value.octets),
                key: key,
                algorithm: algorithm
            )
            let property =
                "<xades:CounterSignature xmlns:xades=\"\(XMLNames.xades)\">\(element)</xades:CounterSignature>"
            insertions.append(PropertyInsertion(property, into: place.qualifying))
        }
        try PropertyInsertion.copy(document(), insertions, to: &sink)
    }

    /// Checks a new document: its signatures hold, and each has a countersignature of this signer that does.
    ///
    /// - Parameters:
    ///   - files: What references outside of the document lead to.
    ///   - document: Opens the new document.
    /// - Throws: `DocumentError` otherwise.
    public func readBack<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws {
        let report = try XMLSignatureVerifier(VerificationPolicy(purpose: .any)).verify(
            files: files,
            rereading: document
        )
        for result in report.signatures {
            let isSigned = result.signer.counterSignatures.contains {
                $0.isIntact && $0.certificate == signer.certificate
            }
            guard result.signer.isIntact, isSigned else {
                throw DocumentError(.signatureMismatch, "the new document does not contain the countersignature")
            }
        }
    }
}
