internal import Cryptoki
internal import Octets
internal import Signing
internal import TokenKit

/// Puts one certificate onto a token, with the label and id of the key that it is for.
struct CertificateImport {
    let certificate: Certificate
    let label: String?
    let id: String?

    func run(_ session: inout Session) throws -> ImportedCertificate {
        let key = try matchingKey(&session)
        var id = key?.values.id ?? certificate.publicKey.keyIdentifier
        if let text = self.id {
            guard let octets = Hex.decode(text), (1...255).contains(octets.count) else {
                throw CommandError.usage("'\(text)' is no id: hexadecimal of 1 to 255 octets is wanted, such as 01")
            }
            id = octets
        }
        let label = label ?? key?.values.label ?? certificate.subject.commonName ?? "certificate"
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)]) {
            let value = try session.attributes([.value], of: record.handle).octets(.value)
            if value == certificate.derRepresentation {
                throw CommandError("the token has this certificate already, as '\(record.label)'", exitCode: .refused)
            }
        }
        _ = try session.createObject(
            KeyTemplates.certificate(
                der: certificate.derRepresentation,
                subject: certificate.subject.derRepresentation,
                issuer: certificate.issuer.derRepresentation,
                serialNumber: TLV(tag: 0x02, value: certificate.serialNumber).encoded,
                label: label,
                id: id
            )
        )
        return ImportedCertificate(certificate: certificate, label: label, id: id, hasKey: key != nil)
    }

    /// The private or public key on the token whose public half is the certificate's.
    private func matchingKey(_ session: inout Session) throws -> ObjectRecord? {
        for record in try ObjectRecord.read(&session, [.objectClass(.publicKey)]) {
            let values = try session.attributes(TokenPublicKey.types, of: record.handle)
            if TokenPublicKey.make(values)?.kind == certificate.publicKey.kind { return record }
        }
        return nil
    }
}

/// A certificate that was put onto a token.
struct ImportedCertificate {
    let certificate: Certificate
    let label: String
    let id: [UInt8]
    let hasKey: Bool

    var words: String {
        "certificate of \(certificate.subject) is on the token as '\(label)' with id \(Hex.encode(id))"
            + (hasKey ? "" : "; the token has no key for it")
    }

    var json: JSON {
        .object([
            ("label", .string(label)), ("id", .string(Hex.encode(id))),
            ("subject", .string(certificate.subject.description)), ("hasKey", .bool(hasKey)),
        ])
    }
}
