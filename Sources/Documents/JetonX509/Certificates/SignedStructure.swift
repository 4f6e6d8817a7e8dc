import JetonASN1
import JetonOctets

/// The outer shape of certificates and requests: what was signed, how, and the signature.
///
/// - SeeAlso: RFC 5912, 2, `SIGNED{}`.
struct SignedStructure: Hashable, Sendable {
    /// The whole as it was encoded.
    let derRepresentation: [UInt8]
    /// The signed part as it was encoded.
    let toBeSigned: [UInt8]
    /// How it was signed.
    let signatureAlgorithm: AlgorithmIdentifier
    /// The signature's octets.
    let signature: [UInt8]

    /// Splits an element, and begins to read the members of the signed part.
    ///
    /// - Throws: ``EncodingError``, also for a signature that ends inside an octet.
    static func split(_ element: ASN1Element) throws(EncodingError) -> (SignedStructure, members: ASN1Reader) {
        var outer = try element.members(of: .sequence)
        let body = try outer.next(.sequence)
        let algorithm = try AlgorithmIdentifier(outer.next())
        let signature = try outer.next().bitStringOctets()
        try outer.finish()
        let signed = SignedStructure(
            derRepresentation: Array(element.encoded),
            toBeSigned: Array(body.encoded),
            signatureAlgorithm: algorithm,
            signature: signature
        )
        return (signed, try body.members())
    }
}
