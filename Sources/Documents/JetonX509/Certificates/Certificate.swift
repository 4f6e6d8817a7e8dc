public import JetonASN1
package import JetonOctets

/// An X.509 certificate with any kind of key, read leniently: what it says is kept, what it means is asked later.
///
/// Certificates of weak keys, unknown algorithms and odd extensions are read too, since the doctor must name them and
/// CMS must carry them. Refused is a certificate whose outer shape is not that of RFC 5280, 4.1, and one whose key or
/// signature ends inside an octet, for no algorithm has such ones.
public struct Certificate: Hashable, Sendable, CustomStringConvertible {
    /// How many octets one certificate may have.
    static let sizeLimit = 1 << 20
    /// How many extensions one certificate may have.
    static let extensionLimit = 256

    private let signed: SignedStructure

    /// The whole certificate as it was encoded.
    public var derRepresentation: [UInt8] { signed.derRepresentation }
    /// tbsCertificate as it was encoded: what the issuer signed.
    public var toBeSigned: [UInt8] { signed.toBeSigned }
    /// The version as counted by people: 1 to 3.
    public let version: Int
    /// The serial number's contents octets, two's complement, big-endian.
    public let serialNumber: [UInt8]
    /// Who signed it.
    public let issuer: DistinguishedName
    /// Whose key it is.
    public let subject: DistinguishedName
    /// The first moment of its validity.
    public let notBefore: UniversalTime
    /// The last moment of its validity.
    public let notAfter: UniversalTime
    /// The key.
    public let publicKey: PublicKey
    /// The extensions in their order.
    public let extensions: [CertificateExtension]
    /// How it was signed, as the outer field says.
    public var signatureAlgorithm: AlgorithmIdentifier { signed.signatureAlgorithm }
    /// How it was signed, as the signed part says; the two must be the same.
    public let innerSignatureAlgorithm: AlgorithmIdentifier
    /// The signature's octets.
    public var signature: [UInt8] { signed.signature }

    /// Reads one certificate in DER or BER.
    ///
    /// - Throws: ``DocumentError/Code/malformed``; ``DocumentError/Code/limitExceeded`` above 1 MiB or 256 extensions.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        guard derRepresentation.count <= Certificate.sizeLimit else {
            throw DocumentError(.limitExceeded, "a certificate of \(derRepresentation.count) bytes")
        }
        self = try reading("certificate") { () throws(EncodingError) in
            try Certificate(ASN1Element.parse(derRepresentation, rules: .basic))
        }
    }

    package init(_ element: ASN1Element) throws(EncodingError) {
        guard element.encoded.count <= Certificate.sizeLimit else {
            throw EncodingError(.limitExceeded, at: element.offset)
        }
        var reader: ASN1Reader
        (signed, reader) = try SignedStructure.split(element)
        version = try (reader.nextIf(.contextConstructed(0))?.onlyMember().int()).map { $0 &+ 1 } ?? 1
        serialNumber = try reader.next().integerOctets()
        innerSignatureAlgorithm = try AlgorithmIdentifier(reader.next())
        issuer = try DistinguishedName(reader.next())
        var validity = try reader.next(.sequence).members()
        notBefore = try UniversalTime(validity.next())
        notAfter = try UniversalTime(validity.next())
        subject = try DistinguishedName(reader.next())
        publicKey = try PublicKey(reader.next())
        // issuerUniqueID and subjectUniqueID of version 2 say nothing that anybody uses.
        _ = try reader.nextIf(.contextPrimitive(1))
        _ = try reader.nextIf(.contextPrimitive(2))
        extensions = try Certificate.extensions(reader.nextIf(.contextConstructed(3)))
        try reader.finish()
    }

    private static func extensions(_ field: ASN1Element?) throws(EncodingError) -> [CertificateExtension] {
        guard let field else { return [] }
        var reader = try field.onlyMember().members(of: .sequence)
        var extensions: [CertificateExtension] = []
        for element in try reader.rest(limit: extensionLimit) {
            extensions.append(try CertificateExtension(element))
        }
        return extensions
    }

    /// Reads all certificates of a file: PEM with any number of blocks, or one certificate in DER.
    ///
    /// Blocks with other labels than `CERTIFICATE`, `X509 CERTIFICATE` and `TRUSTED CERTIFICATE` are passed over. The
    /// trust settings of the last kind are in ``TrustAnchor`` only.
    ///
    /// - Returns: At least one.
    /// - Throws: ``DocumentError/Code/malformedPEM`` if there is none; otherwise as ``init(derRepresentation:)``.
    public static func parse(_ octets: [UInt8]) throws(DocumentError) -> [Certificate] {
        try TrustAnchor.parse(octets).map(\.certificate)
    }

    /// Reads the subject of a certificate and nothing else.
    static func subject(ofEncoded octets: [UInt8]) throws(EncodingError) -> DistinguishedName {
        var outer = try ASN1Element.parse(octets, rules: .basic).members(of: .sequence)
        var body = try outer.next(.sequence).members()
        _ = try body.nextIf(.contextConstructed(0))
        // Serial number, algorithm, issuer, validity.
        for _ in 0..<4 { _ = try body.next() }
        return try DistinguishedName(body.next())
    }

    /// The certificate as one PEM block.
    public var pemRepresentation: String { PEM.encode(derRepresentation, label: "CERTIFICATE") }

    /// Whether subject and issuer are the same name.
    public var isSelfIssued: Bool { subject.matches(issuer) }

    /// The digest of the whole certificate.
    ///
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm`` for a GOST function without OpenSSL's GOST provider.
    public func fingerprint(_ hash: HashAlgorithm = .sha256) throws(DocumentError) -> [UInt8] {
        try hash.hash(derRepresentation)
    }

    /// The subject, or the serial number if the subject is empty.
    public var description: String {
        subject.isEmpty ? "serial \(Hex.encode(serialNumber))" : subject.description
    }

    /// Whether both have the same octets.
    public static func == (left: Certificate, right: Certificate) -> Bool {
        left.derRepresentation == right.derRepresentation
    }

    /// Hashes the octets.
    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
