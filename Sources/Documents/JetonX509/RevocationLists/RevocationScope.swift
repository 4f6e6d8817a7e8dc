import JetonASN1
import JetonOctets

/// A set of reasons for revocation that a list covers: ReasonFlags.
///
/// - SeeAlso: RFC 5280, 4.2.1.13.
package struct RevocationScope: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bits 1 to 8, from keyCompromise to aACompromise.
    package static let all = RevocationScope(rawValue: 0x1FE)

    /// Reads an implicitly tagged ReasonFlags.
    init(implicit element: ASN1Element) throws(EncodingError) {
        let bits = try ASN1Element.parse(DER.element(.bitString, element.content), rules: .basic).namedBits()
        rawValue = bits & RevocationScope.all.rawValue
    }
}
