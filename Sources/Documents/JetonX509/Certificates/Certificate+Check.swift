public import JetonASN1

extension Certificate {
    /// Checks the certificate's signature with a key.
    ///
    /// - Parameter issuer: The public key of the supposed signer.
    /// - Returns: ``SignatureCheck/unsupported(_:)``, with the reason, for algorithms and keys that libcrypto does not
    ///   have, those of GOST without OpenSSL's GOST provider among them.
    public func checkSignature(by issuer: PublicKey) -> SignatureCheck {
        issuer.check(signature, message: toBeSigned, identifier: signatureAlgorithm)
    }

    /// Whether a time is within the validity, both ends included.
    public func isValid(at time: UniversalTime) -> Bool { notBefore <= time && time <= notAfter }
}
