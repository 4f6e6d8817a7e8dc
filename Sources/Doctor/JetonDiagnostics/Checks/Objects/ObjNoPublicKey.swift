internal import Cryptoki
internal import JetonX509

/// The public part of a private key is missing on the token.
enum ObjNoPublicKey: Check {
    static let page = CheckPage(
        id: "obj-no-public-key",
        layer: .objects,
        title: "a private key has neither public key nor certificate",
        symptom: "\"cannot get EC point\"; an EC key can't be used.",
        cause: "Only the private key was imported.",
        detection: """
            A private key that is visible without login has neither its public values, nor a public key, nor a \
            certificate with its `CKA_ID`.
            """,
        needs: [.token],
        remedies: [
            Remedy(
                "write the public key with the same id",
                commands: ["pkcs11-tool --write-object pub.der --type pubkey --id ID"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            let others = token.objects(.publicKey) + token.objects(.certificate)
            for key in token.objects(.privateKey) where key.publicKey.isEmpty {
                guard !others.contains(where: { $0.id == key.id && !key.id.isEmpty }) else { continue }
                sightings.append(
                    Sighting(
                        "the public part of a private key on \(token.title) is missing",
                        [key.evidence, token.place],
                        severity: .warning,
                        about: [token.subject]
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
