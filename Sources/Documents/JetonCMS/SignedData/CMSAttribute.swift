public import JetonASN1
import JetonOctets
import JetonX509

/// An attribute of a signer: a type and its values, each as it was encoded.
///
/// - SeeAlso: RFC 5652, 5.3.
public struct CMSAttribute: Hashable, Sendable {
    /// The attribute's type.
    public let type: OID
    /// The encoded values.
    public let values: [[UInt8]]

    /// Makes an attribute.
    ///
    /// - Parameters:
    ///   - type: The attribute's type.
    ///   - values: At least one; each is one element in DER.
    public init(type: OID, values: [[UInt8]]) {
        self.type = type
        self.values = values
    }

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        type = try reader.next().oid()
        var set = try reader.next(.set).members()
        values = try set.rest(limit: 64).map { Array($0.encoded) }
        try reader.finish()
    }

    /// The Attribute in DER.
    package var derRepresentation: [UInt8] { DER.sequence(DER.oid(type), DER.set(of: values)) }

    // MARK: - Signed attributes (RFC 5652, 11; RFC 5035, 3)

    /// The type of the content that is signed.
    static func contentType(_ type: OID) -> CMSAttribute {
        CMSAttribute(type: .contentType, values: [DER.oid(type)])
    }

    /// The digest of the content.
    static func messageDigest(_ digest: [UInt8]) -> CMSAttribute {
        CMSAttribute(type: .messageDigest, values: [DER.octetString(digest)])
    }

    /// When the signer says that it signed.
    static func signingTime(_ time: UniversalTime) -> CMSAttribute {
        CMSAttribute(type: .signingTime, values: [time.derRepresentation])
    }

    /// Which certificate the signer means, by its SHA-256.
    static func signingCertificateV2(_ certificate: Certificate) throws(DocumentError) -> CMSAttribute {
        // The hash algorithm is left out, since SHA-256 is its default.
        let identifier = DER.sequence(DER.octetString(try certificate.fingerprint(.sha256)))
        return CMSAttribute(type: .signingCertificateV2, values: [DER.sequence(DER.sequence(identifier))])
    }
}
