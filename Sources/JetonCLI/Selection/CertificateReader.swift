internal import Cryptoki
internal import Octets
internal import Signing

/// Reads certificates of a token for lists.
enum CertificateReader {
    /// The certificate of an object, or nil if it can't be read.
    static func read(_ record: ObjectRecord, _ session: inout Session) throws(CryptokiError) -> Certificate? {
        let octets = try session.attributes([.value], of: record.handle).octets(.value)
        return octets.flatMap { try? Certificate(derRepresentation: $0) }
    }

    static func json(_ record: ObjectRecord, _ certificate: Certificate?, uri: String) -> JSON {
        .object([
            ("label", .string(record.label)), ("id", .string(record.idHex)), ("uri", .string(uri)),
            ("subject", .text(certificate?.subject.description)), ("issuer", .text(certificate?.issuer.description)),
            ("serialNumber", .text(certificate.map { Hex.encode($0.serialNumber) })),
            ("notBefore", .text(certificate?.notBefore.description)),
            ("notAfter", .text(certificate?.notAfter.description)),
            ("publicKey", .text(certificate?.publicKey.description)),
            ("sha256", .text(certificate.map { Hex.encode($0.fingerprint()) })),
        ])
    }
}
