/// What is added to a message between its signature and its end, such as a timestamp over the signature.
package struct SignatureCompletion: Sendable {
    /// Whether revocation lists or OCSP responses may be added, which changes the message's version.
    package let addsEvidence: Bool
    /// Adds to a message; the number is the new signer's place among the signers, the digest that of the content.
    package let add: @Sendable (inout SignedDataParts, Int, ContentDigest) throws -> Void

    /// Makes a completion.
    package init(
        addsEvidence: Bool,
        add: @escaping @Sendable (inout SignedDataParts, Int, ContentDigest) throws -> Void
    ) {
        self.addsEvidence = addsEvidence
        self.add = add
    }
}
