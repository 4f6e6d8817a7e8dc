extension Certificate {
    /// Checks the certificate's signature with a key.
    ///
    /// - Parameter issuer: The public key of the supposed signer.
    /// - Returns: ``SignatureCheck/unsupported(_:)`` for algorithms that are not computed with, GOST and DSA among
    ///   them.
    public func checkSignature(by issuer: PublicKey) -> SignatureCheck {
        issuer.check(signature, message: toBeSigned[...], identifier: signatureAlgorithm)
    }

    /// Whether a moment is within the validity, both ends included.
    public func isValid(at time: UniversalTime) -> Bool { notBefore <= time && time <= notAfter }
}
