internal import ASN1
internal import Octets
internal import SigningDesk
internal import X509

/// Certificates of a token in words and as JSON.
enum CertificateReport {
    /// A certificate object; the members of the certificate are null if it cannot be read.
    static func json(_ record: ObjectRecord, _ certificate: Certificate?, uri: String) throws -> JSON {
        .object([
            ("label", .string(record.label)), ("id", .string(record.idHex)), ("uri", .string(uri)),
            ("subject", .text(certificate?.subject.description)), ("issuer", .text(certificate?.issuer.description)),
            ("serialNumber", .text(certificate.map { Hex.encode($0.serialNumber) })),
            ("notBefore", .text(certificate?.notBefore.description)),
            ("notAfter", .text(certificate?.notAfter.description)),
            ("publicKey", .text(certificate?.publicKey.description)),
            ("sha256", .text(try certificate.map { Hex.encode(try $0.fingerprint()) })),
        ])
    }

    /// A certificate that is on the token, in a sentence.
    static func words(_ outcome: CertificateImport.Outcome) -> String {
        "certificate of \(outcome.certificate.subject) is \(outcome.wasStored ? "already " : "")on the token as '\(outcome.label)' with id "
            + Hex.encode(outcome.id) + (outcome.hasKey ? "" : "; the token has no key for it")
    }

    /// A certificate that is on the token.
    static func json(_ outcome: CertificateImport.Outcome) -> JSON {
        .object([
            ("label", .string(outcome.label)), ("id", .string(Hex.encode(outcome.id))),
            ("subject", .string(outcome.certificate.subject.description)), ("hasKey", .bool(outcome.hasKey)),
            ("wasStored", .bool(outcome.wasStored)),
        ])
    }
}
