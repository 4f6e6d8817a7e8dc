internal import Cryptoki
internal import JetonX509

/// A key has no certificate.
enum ObjNoCertForKey: Check {
    static let page = CheckPage(
        id: "obj-no-cert-for-key",
        layer: .objects,
        title: "a key on a token has no certificate",
        symptom: "Browsers, VPN clients and Java show no identity.",
        cause: "The certificate was never requested, or never written to the token.",
        detection: """
            No certificate has the key's `CKA_ID` or its public key; private keys that are visible only after \
            login are found by their public keys. ssh and raw signing need no certificate, so this is a failure \
            only for applications that need one.
            """,
        needs: [.token],
        causes: ["obj-cert-id-mismatch", "obj-cert-key-mismatch"],
        remedies: steps("jeton csr create --key URI --subject NAME")
    )

    private static func steps(_ request: ShellCommand) -> [Remedy] {
        [
            Remedy("request a certificate", commands: [request]),
            Remedy(
                "then write the certificate with the key's id",
                commands: ["jeton cert import FILE --reader READER"]
            ),
        ]
    }

    static func run(on machine: Machine) -> CheckOutcome {
        let isNeeded = machine.isAskedAbout(.firefox, .chromium, .java, .openvpn, .curl)
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            let certificates = token.certificates
            let lonely = token.keys.filter { key in
                !certificates.contains { object, certificate in
                    object.id == key.id && !key.id.isEmpty || key.isKey(of: certificate)
                }
            }
            guard let key = lonely.first else { continue }
            sightings.append(
                Sighting(
                    "\(lonely.count == 1 ? "a key" : "\(lonely.count) keys") on \(token.title) \(lonely.count == 1 ? "has" : "have") no certificate",
                    [key.evidence, token.place],
                    severity: isNeeded ? (certificates.isEmpty ? .failure : .warning) : .info,
                    about: [token.subject],
                    remedies: key.commandName.map {
                        steps("jeton csr create --key \($0) --reader READER --subject NAME")
                    }
                )
            )
        }
        return .foundOrPassed(sightings)
    }
}
