import ASN1
import X509

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

    /// The SignerInfo of version 1, with issuer and serial number.
    func encode(signature: [UInt8]) -> [UInt8] {
        DER.sequence(
            DER.integer(1),
            DER.sequence(
                certificate.issuer.derRepresentation,
                DER.element(.integer, certificate.serialNumber)
            ),
            AlgorithmIdentifier(algorithm.contentHash).derRepresentation,
            DER.set(of: signedAttributes.map(\.derRepresentation), tag: .contextConstructed(0)),
            algorithm.signerInfoIdentifier.derRepresentation,
            DER.octetString(signature),
            unsignedAttributes.isEmpty
                ? [] : DER.set(of: unsignedAttributes.map(\.derRepresentation), tag: .contextConstructed(1))
        )
    }
}
