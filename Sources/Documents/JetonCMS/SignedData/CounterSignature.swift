import JetonASN1
package import JetonX509

/// Signs the signature of another signer.
///
/// - SeeAlso: RFC 5652, 11.4.
package struct CounterSignature: Sendable {
    private let builder: SignerInfoBuilder

    /// Prepares a countersignature.
    ///
    /// - Parameters:
    ///   - signature: The octets of the other's signature.
    ///   - signer: Who signs it.
    ///   - algorithm: How.
    /// - Throws: `DocumentError` if the certificate or the signature cannot be hashed.
    package init(
        over signature: [UInt8],
        signer: CMSSigner,
        algorithm: SignatureAlgorithm
    ) throws(DocumentError) {
        let whole = try signer.builder(try algorithm.contentHash.hash(signature), algorithm)
        builder = SignerInfoBuilder(
            certificate: whole.certificate,
            algorithm: algorithm,
            // A signature has no content type.
            signedAttributes: whole.signedAttributes.filter { $0.type != .contentType }
        )
    }

    /// What the key signs.
    package var octetsToSign: [UInt8] { builder.octetsToSign }

    /// The unsigned attribute of the other signer.
    package func attribute(_ signature: [UInt8]) -> CMSAttribute {
        CMSAttribute(type: .counterSignature, values: [builder.encode(signature: signature)])
    }
}
