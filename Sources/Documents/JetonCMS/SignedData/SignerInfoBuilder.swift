import JetonASN1
import JetonX509

/// Encodes one SignerInfo.
///
/// - SeeAlso: RFC 5652, 5.3.
struct SignerInfoBuilder: Sendable {
    let certificate: Certificate
    let algorithm: SignatureAlgorithm
    let signedAttributes: [CMSAttribute]
    /// What is added behind the signature and not covered by it, such as a time stamp over it.
    var unsignedAttributes: [CMSAttribute] = []

    /// What is signed: the attributes in DER under the tag SET (RFC 5652, 5.4).
    var octetsToSign: [UInt8] { DER.set(of: signedAttributes.map(\.derRepresentation)) }

    /// The signer of version 1, with issuer and serial number.
    func parts(signature: [UInt8]) -> SignerParts {
        let identifier = DER.sequence(
            certificate.issuer.derRepresentation,
            DER.element(.integer, certificate.serialNumber)
        )
        let attributes = DER.set(of: signedAttributes.map(\.derRepresentation), tag: .contextConstructed(0))
        let fields =
            DER.integer(1) + identifier + AlgorithmIdentifier(algorithm.contentHash).derRepresentation + attributes
            + algorithm.signerInfoIdentifier.derRepresentation + DER.octetString(signature)
        return SignerParts(fields: fields, signature: signature, unsignedAttributes: unsignedAttributes)
    }

    /// The SignerInfo of version 1, with issuer and serial number.
    func encode(signature: [UInt8]) -> [UInt8] { parts(signature: signature).encoded }
}
