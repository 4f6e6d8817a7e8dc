import JetonASN1
import JetonOctets

/// What a revocation list says of its own scope.
///
/// - SeeAlso: RFC 5280, 5.2.5.
package struct IssuingDistributionPoint: Hashable, Sendable {
    /// The name of the point that the list is for; nil for all points of its issuer.
    package let name: DistributionPoint.Name?
    /// Whether only certificates of end entities are listed.
    package let isForUsers: Bool
    /// Whether only certificates of authorities are listed.
    package let isForAuthorities: Bool
    /// The reasons that are listed; nil for all.
    package let reasons: RevocationScope?
    /// Whether entries may be about certificates of other issuers.
    package let isIndirect: Bool
    /// Whether only attribute certificates are listed.
    package let isForAttributes: Bool

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        name = try reader.nextIf(.contextConstructed(0)).map { point throws(EncodingError) in
            try DistributionPoint.Name(point)
        }
        isForUsers = try IssuingDistributionPoint.flag(1, &reader)
        isForAuthorities = try IssuingDistributionPoint.flag(2, &reader)
        reasons = try reader.nextIf(.contextPrimitive(3)).map { flags throws(EncodingError) in
            try RevocationScope(implicit: flags)
        }
        isIndirect = try IssuingDistributionPoint.flag(4, &reader)
        isForAttributes = try IssuingDistributionPoint.flag(5, &reader)
        try reader.finish()
        // RFC 5280, 5.2.5: at most one of the three.
        guard [isForUsers, isForAuthorities, isForAttributes].filter({ $0 }).count <= 1 else {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
    }

    private static func flag(_ number: UInt8, _ reader: inout ASN1Reader) throws(EncodingError) -> Bool {
        guard let element = try reader.nextIf(.contextPrimitive(number)) else { return false }
        return try ASN1Element.parse(DER.element(.boolean, element.content)).boolean()
    }
}
