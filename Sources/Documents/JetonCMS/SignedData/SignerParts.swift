import JetonASN1

/// One signer of a message taken apart.
///
/// - SeeAlso: RFC 5652, 5.3.
package struct SignerParts: Hashable, Sendable {
    /// The fields from version to signature, one behind the other, as they were encoded.
    package let fields: [UInt8]
    /// The signature's octets.
    package let signature: [UInt8]
    /// What is added behind the signature and not covered by it.
    package var unsignedAttributes: [CMSAttribute]

    /// The SignerInfo.
    var encoded: [UInt8] {
        DER.element(
            .sequence,
            unsignedAttributes.isEmpty
                ? fields
                : fields + DER.set(of: unsignedAttributes.map(\.derRepresentation), tag: .contextConstructed(1))
        )
    }

    /// Whether the signer's certificate is named by its key identifier, which makes the version 3.
    var isNumbered: Bool { fields.starts(with: DER.integer(3)) }
}
