internal import Cryptoki
internal import JetonOctets
internal import JetonX509

/// A certificate on a token with the names that it has there.
struct StoredCertificate {
    /// The object.
    let record: ObjectRecord
    /// The certificate.
    let certificate: Certificate

    /// The certificates with an id.
    static func all(_ id: [UInt8], _ session: inout Session) throws(CryptokiError) -> [StoredCertificate] {
        var all: [StoredCertificate] = []
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)]) {
            guard let certificate = try record.certificate(&session) else { continue }
            all.append(StoredCertificate(record: record, certificate: certificate))
        }
        return all
    }

    /// What stores it again.
    var template: [Attribute] { Self.template(certificate, label: record.label, id: record.values.id ?? []) }

    /// What stores a certificate.
    static func template(_ certificate: Certificate, label: String, id: [UInt8]) -> [Attribute] {
        KeyTemplates.certificate(
            der: certificate.derRepresentation,
            subject: certificate.subject.derRepresentation,
            issuer: certificate.issuer.derRepresentation,
            serialNumber: TLV(tag: 0x02, value: certificate.serialNumber).encoded,
            label: label,
            id: id
        )
    }
}
