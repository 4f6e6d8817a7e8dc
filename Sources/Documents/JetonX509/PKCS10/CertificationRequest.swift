import JetonASN1
import JetonOctets

/// A request for a certificate: a name, a key, requested extensions, and a signature that proves the key is there.
///
/// - SeeAlso: RFC 2986; RFC 2985, 5.4.2.
public struct CertificationRequest: Hashable, Sendable {
    private let signed: SignedStructure

    /// The whole request as it was encoded.
    public var derRepresentation: [UInt8] { signed.derRepresentation }
    /// certificationRequestInfo as it was encoded: what was signed.
    public var toBeSigned: [UInt8] { signed.toBeSigned }
    /// The requested subject name.
    public let subject: DistinguishedName
    /// The key that the certificate is to be for.
    public let publicKey: PublicKey
    /// The requested extensions, of the attribute extensionRequest.
    public let extensions: [CertificateExtension]
    /// How the request was signed.
    public var signatureAlgorithm: AlgorithmIdentifier { signed.signatureAlgorithm }
    /// The signature's octets.
    public var signature: [UInt8] { signed.signature }

    /// Makes a request and signs it.
    ///
    /// The signature is checked, and the request is read again before it is returned.
    ///
    /// - Parameters:
    ///   - subject: The requested subject name; may be empty if `extensions` has alternative names.
    ///   - extensions: Such as alternative names and key usage; none is added.
    ///   - key: The private key.
    ///   - algorithm: One of the key's; nil for the first that fits.
    /// - Returns: The request.
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm``, ``DocumentError/Code/signatureMismatch``, and what the key
    ///   throws.
    public static func make(
        subject: DistinguishedName,
        extensions: [CertificateExtension] = [],
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm? = nil
    ) throws -> CertificationRequest {
        let wishes = DER.element(.sequence, Array(extensions.map(\.derRepresentation).joined()))
        let attributes =
            extensions.isEmpty ? [] : [DER.sequence(DER.oid(.extensionRequest), DER.set(of: [wishes]))]
        let toBeSigned = DER.sequence(
            DER.integer(0),
            subject.derRepresentation,
            key.publicKey.derRepresentation,
            DER.set(of: attributes, tag: .contextConstructed(0))
        )
        let (signature, algorithm) = try key.signChecked(toBeSigned, algorithm: algorithm)
        return try CertificationRequest(
            derRepresentation: DER.sequence(
                toBeSigned,
                algorithm.algorithmIdentifier.derRepresentation,
                DER.bitString(signature)
            )
        )
    }

    /// Reads a request in DER or BER, with any kind of key.
    ///
    /// - Throws: ``DocumentError/Code/malformed``; ``DocumentError/Code/limitExceeded`` above 1 MiB.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        guard derRepresentation.count <= Certificate.sizeLimit else {
            throw DocumentError(.limitExceeded, "a request of \(derRepresentation.count) bytes")
        }
        self = try reading("certification request") { () throws(EncodingError) in
            try CertificationRequest(ASN1Element.parse(derRepresentation, rules: .basic))
        }
    }

    private init(_ element: ASN1Element) throws(EncodingError) {
        var reader: ASN1Reader
        (signed, reader) = try SignedStructure.split(element)
        _ = try reader.next().int()
        subject = try DistinguishedName(reader.next())
        publicKey = try PublicKey(reader.next())
        extensions = try CertificationRequest.extensions(reader.nextIf(.contextConstructed(0)))
        try reader.finish()
    }

    private static func extensions(_ field: ASN1Element?) throws(EncodingError) -> [CertificateExtension] {
        guard var reader = try field?.members() else { return [] }
        var extensions: [CertificateExtension] = []
        for element in try reader.rest(limit: 64) {
            var attribute = try element.members(of: .sequence)
            let type = try attribute.next().oid()
            let values = try attribute.next(.set)
            try attribute.finish()
            var members = try values.members()
            guard type == .extensionRequest, !members.isAtEnd else { continue }
            var wishes = try members.next().members(of: .sequence)
            for wish in try wishes.rest(limit: Certificate.extensionLimit) {
                extensions.append(try CertificateExtension(wish))
            }
        }
        return extensions
    }

    /// Reads a request from PEM (`CERTIFICATE REQUEST` or `NEW CERTIFICATE REQUEST`) or DER.
    ///
    /// - Throws: ``DocumentError/Code/malformedPEM`` if there is no such block; as ``init(derRepresentation:)``
    ///   otherwise.
    public static func parse(_ octets: [UInt8]) throws(DocumentError) -> CertificationRequest {
        guard PEM.isPresent(in: octets) else { return try CertificationRequest(derRepresentation: octets) }
        let blocks = try readingPEM { () throws(PEMError) in try PEM.parse(octets) }
        guard let block = blocks.first(where: { $0.label.hasSuffix("CERTIFICATE REQUEST") }) else {
            throw DocumentError(.malformedPEM, "there is no block 'CERTIFICATE REQUEST'")
        }
        return try CertificationRequest(derRepresentation: block.octets)
    }

    /// Checks the signature with the request's own key.
    public func checkSignature() -> SignatureCheck {
        publicKey.check(signature, message: toBeSigned, identifier: signatureAlgorithm)
    }

    /// The request as one PEM block.
    public var pemRepresentation: String { PEM.encode(derRepresentation, label: "CERTIFICATE REQUEST") }
}
