internal import JetonASN1
internal import JetonOctets
internal import JetonX509
internal import SigningDesk

/// Certificates of a token in words and as JSON.
enum CertificateReport {
    /// A certificate object; the members of the certificate are null if it cannot be read.
    static func json(_ record: ObjectRecord, _ certificate: Certificate?, uri: String) throws -> JSON {
        .object([
            "label": record.label, "id": record.idHex, "uri": uri, "subject": certificate?.subject.description,
            "issuer": certificate?.issuer.description, "serialNumber": certificate.map { Hex.encode($0.serialNumber) },
            "notBefore": certificate?.notBefore.description, "notAfter": certificate?.notAfter.description,
            "publicKey": certificate?.publicKey.description,
            "sha256": try certificate.map { Hex.encode(try $0.fingerprint()) },
        ])
    }

    /// A certificate that is on the token, in a sentence.
    static func words(_ outcome: CertificateImport.Outcome) -> String {
        "certificate of \(outcome.certificate.subject) is \(outcome.wasStored ? "already " : "")on the token as '\(outcome.label)' with id "
            + Hex.encode(outcome.id) + (outcome.hasKey ? "" : "; the token has no key for it")
            + outcome.replaced.map {
                "; it replaces the one of \($0.subject), serial number \(Hex.encode($0.serialNumber))"
            }.joined()
    }

    /// A certificate that is on the token.
    static func json(_ outcome: CertificateImport.Outcome) -> JSON {
        .object([
            "label": outcome.label, "id": Hex.encode(outcome.id), "subject": outcome.certificate.subject.description,
            "hasKey": outcome.hasKey, "wasStored": outcome.wasStored,
            "replaced": outcome.replaced.compactMap { try? $0.fingerprint() }.map { Hex.encode($0) },
        ])
    }
}
