import JetonASN1
import JetonOctets

/// The extensions of a revocation list that are processed.
///
/// - SeeAlso: RFC 5280, 5.2.
struct RevocationListExtensions {
    private(set) var number: [UInt8]?
    private(set) var baseNumber: [UInt8]?
    private(set) var scope: IssuingDistributionPoint?
    private(set) var encodedScope: [UInt8]?
    private(set) var authorityKeyIdentifier: [UInt8]?
    /// Why the list cannot be used; nil if it can.
    private(set) var obstacle: String?

    /// Reads crlExtensions.
    mutating func read(_ element: ASN1Element) throws(EncodingError) {
        try element.expect(.contextConstructed(0))
        var reader = try element.onlyMember().members(of: .sequence)
        var seen: [OID] = []
        for member in try reader.rest(limit: Certificate.extensionLimit) {
            let found = try CertificateExtension(member)
            guard !seen.contains(found.oid) else { throw EncodingError(.unexpectedValue, at: member.offset) }
            seen.append(found.oid)
            switch found.oid {
            case .cRLNumber: number = try ASN1Element.parse(found.value).unsignedInteger()
            case .deltaCRLIndicator: baseNumber = try ASN1Element.parse(found.value).unsignedInteger()
            case .issuingDistributionPoint:
                scope = try IssuingDistributionPoint(ASN1Element.parse(found.value))
                encodedScope = found.value
            case .authorityKeyIdentifier:
                var identifier = try ASN1Element.parse(found.value).members(of: .sequence)
                authorityKeyIdentifier = try identifier.nextIf(.contextPrimitive(0)).map { Array($0.content) }
            default:
                if found.isCritical { obstacle = "its critical extension \(found.oid) is not supported" }
            }
        }
    }
}
