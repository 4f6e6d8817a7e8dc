internal import Cryptoki
internal import JetonOctets
internal import JetonX509

/// A certificate and its key have different ids.
enum ObjCertIdMismatch: Check {
    static let page = CheckPage(
        id: "obj-cert-id-mismatch",
        layer: .objects,
        title: "a certificate and its key have different ids",
        symptom: "The certificate is listed with \"no private key\"; Java, NSS and ssh omit it.",
        cause: "The tool that wrote the certificate gave the certificate a different `CKA_ID` from the key's.",
        detection: """
            The SubjectPublicKeyInfo of a certificate matches a key on the token, but no key with that public \
            key has the certificate's `CKA_ID`.
            """,
        needs: [.token],
        remedies: [
            Remedy("give the certificate the id of its key", commands: ["jeton object set URI --id ID"])
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            for (object, certificate) in token.certificates {
                let keys = token.keys.filter { $0.isKey(of: certificate) }
                guard let key = keys.first, !keys.contains(where: { $0.id == object.id }) else { continue }
                sightings.append(
                    Sighting(
                        "the certificate '\(private: "\(certificate.subject)", .subject)' on \(token.title) has a different id from its key",
                        [
                            Evidence("id of the certificate", "\(object.id.isEmpty ? "none" : Hex.encode(object.id))"),
                            Evidence("id of the key", "\(key.id.isEmpty ? "none" : Hex.encode(key.id))"), token.place,
                        ],
                        about: [token.subject],
                        remedies: cure(object, key)
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }

    private static func cure(_ certificate: TokenContents.Object, _ key: TokenContents.Object) -> [Remedy]? {
        guard let name = certificate.commandName, !key.id.isEmpty else { return nil }
        return [
            Remedy(
                "give the certificate the id of its key",
                commands: ["jeton object set \(name) --id \(Hex.encode(key.id)) --reader READER"]
            )
        ]
    }
}
