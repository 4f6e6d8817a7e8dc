internal import JetonX509

extension TokenContents.Object {
    /// Whether it is a key of a certificate.
    ///
    /// The encodings may differ, as GOST keys name one curve in several ways.
    func isKey(of certificate: Certificate) -> Bool {
        guard !publicKey.isEmpty else { return false }
        if publicKey == certificate.publicKey.derRepresentation { return true }
        return (try? PublicKey(derRepresentation: publicKey))?.kind == certificate.publicKey.kind
    }
}
