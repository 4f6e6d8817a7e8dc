internal import Cryptoki
internal import JetonOctets
internal import JetonX509

/// A certificate has the id of another key.
enum ObjCertKeyMismatch: Check {
    static let page = CheckPage(
        id: "obj-cert-key-mismatch",
        layer: .objects,
        title: "a certificate has the id of another key",
        symptom: "\"key values mismatch\", or connections fail silently.",
        cause: "A certificate for a new key was written with the id of an old key, or the reverse.",
        detection: """
            A key on the token has a certificate's `CKA_ID` but a different public key, and no key with that id \
            has the certificate's public key.
            """,
        needs: [.token],
        remedies: [Remedy("write the certificate that belongs to the key", commands: ["jeton cert import FILE"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            for (object, certificate) in token.certificates where !object.id.isEmpty {
                let keys = token.keys.filter { $0.id == object.id && !$0.publicKey.isEmpty }
                guard !keys.isEmpty, !keys.contains(where: { $0.isKey(of: certificate) }) else { continue }
                sightings.append(
                    Sighting(
                        "the certificate '\(private: "\(certificate.subject)", .subject)' on \(token.title) does not belong to the key with its id",
                        [
                            Evidence("id of both", "\(Hex.encode(object.id))"),
                            Evidence("key of the certificate", "\(certificate.publicKey)"), token.place,
                        ],
                        about: [token.subject]
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
