internal import JetonASN1
internal import JetonX509

/// A server's certificate in words and as JSON.
enum ServerCertificateReport {
    /// The lines, with the number that the certificate has in the chain.
    static func lines(_ certificate: Certificate, number: Int) -> [String] {
        var lines = [
            "certificate \(number): \(certificate.subject)", "    issued by \(certificate.issuer)",
            "    \(certificate.publicKey), signed with \(algorithm(certificate)), "
                + "valid from \(certificate.notBefore) to \(certificate.notAfter)",
        ]
        if let pin = pin(certificate) { lines.append("    pin \(pin)") }
        return lines
    }

    /// The object.
    static func json(_ certificate: Certificate) -> JSON {
        .object([
            "subject": certificate.subject.description, "issuer": certificate.issuer.description,
            "notBefore": certificate.notBefore.description, "notAfter": certificate.notAfter.description,
            "publicKey": certificate.publicKey.description, "signatureAlgorithm": algorithm(certificate),
            "pin": pin(certificate),
        ])
    }

    private static func algorithm(_ certificate: Certificate) -> String {
        let oid = certificate.signatureAlgorithm.oid
        return oid.name ?? oid.description
    }

    /// SHA-256 of SubjectPublicKeyInfo in base64, as App Transport Security has it.
    private static func pin(_ certificate: Certificate) -> String? {
        (try? HashAlgorithm.sha256.hash(certificate.publicKey.derRepresentation)).map { Base64.encode($0) }
    }
}
