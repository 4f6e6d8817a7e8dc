public import JetonASN1
public import JetonCMS
import JetonOctets
import JetonX509

/// The policy under which a signature is made: the attribute signature-policy-identifier.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 5.2.9.
public struct SignaturePolicy: Hashable, Sendable {
    /// The policy's name.
    public let identifier: OID
    /// The hash and digest of the policy's text; nil if the attribute leaves it out.
    public let digest: ContentDigest?
    /// Where the text is; nil if the signer does not say.
    public let url: String?

    /// Names a policy by its text.
    public init(identifier: OID, digest: ContentDigest, url: String? = nil) {
        self.identifier = identifier
        self.digest = digest
        self.url = url
    }

    /// Reads the attribute of a signer; nil if there is none, or it is malformed.
    package init?(in attributes: [CMSAttribute]) {
        let found = attributes.filter { $0.type == .signaturePolicy }
        guard found.count == 1, let value = found[0].values.first,
            let policy = try? SignaturePolicy(ASN1Element.parse(value, rules: .basic))
        else { return nil }
        self = policy
    }

    private init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        identifier = try reader.next().oid()
        var known: ContentDigest?
        if let field = try reader.nextIf(.sequence) {
            var members = try field.members()
            let algorithm = try AlgorithmIdentifier(members.next())
            let octets = try members.next().octetString()
            known = HashAlgorithm(oid: algorithm.oid).map { ContentDigest(hash: $0, digest: octets) }
        }
        digest = known
        var place: String?
        if let field = try reader.nextIf(.sequence) {
            var members = try field.members()
            for member in try members.rest(limit: 16) {
                var qualifier = try member.members(of: .sequence)
                if try qualifier.next().oid() == .signaturePolicyURI { place = try qualifier.next().text }
            }
        }
        url = place
    }

    /// The signed attribute.
    public var attribute: CMSAttribute {
        var members = [DER.oid(identifier)]
        if let digest {
            members.append(
                DER.sequence(AlgorithmIdentifier(digest.hash).derRepresentation, DER.octetString(digest.digest))
            )
        }
        if let url {
            members.append(DER.sequence(DER.sequence(DER.oid(.signaturePolicyURI), DER.string(.ia5String, url))))
        }
        return CMSAttribute(type: .signaturePolicy, values: [DER.sequence(members)])
    }
}
