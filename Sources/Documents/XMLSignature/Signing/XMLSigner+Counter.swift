package import JetonX509
import JetonXML

extension XMLSigner {
    /// Makes a signature over the value of another one.
    ///
    /// - Parameters:
    ///   - id: The identifier of the other one's SignatureValue.
    ///   - digest: The digest of that element's exclusive canonical form, by the hash of the algorithm.
    ///   - key: The private key of the signer's certificate.
    ///   - algorithm: One of the key's.
    /// - Returns: The Signature element.
    /// - Throws: `DocumentError`; what the key throws.
    package func countersignature(
        over id: String,
        digest: [UInt8],
        key: borrowing (some SigningKey & ~Copyable),
        algorithm: SignatureAlgorithm
    ) throws -> String {
        let reference = SignatureDraft.DataReference(
            id: try XMLText.identifier("R"),
            uri: "#" + id,
            transforms: SignatureDraft.transform(Canonicalization.exclusive.rawValue),
            digest: digest,
            isCountersigned: true
        )
        let draft = try SignatureDraft(
            id: XMLText.identifier("S"),
            references: [reference],
            signer: self,
            algorithm: algorithm
        )
        let signature = try key.signChecked(draft.octetsToSign, algorithm: algorithm).signature
        return String(decoding: try draft.element(signature, by: certificate.publicKey), as: UTF8.self)
    }
}
