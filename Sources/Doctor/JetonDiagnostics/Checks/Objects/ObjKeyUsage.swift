internal import Cryptoki
internal import JetonASN1
internal import JetonX509

/// A key or its certificate is not meant for the intended use.
enum ObjKeyUsage: Check {
    static let page = CheckPage(
        id: "obj-key-usage",
        layer: .objects,
        title:
            """
            no certificate on a token is meant for logging in, or a key is not allowed to do what its \
            certificate says
            """,
        symptom: "`CKR_KEY_FUNCTION_NOT_PERMITTED` (0x68); servers refuse the offered certificate.",
        cause: "The certificate is for signing documents or for encryption, or the key was created for another use.",
        detection: """
            `CKA_SIGN` or `CKA_VERIFY` is false for the key of a certificate with `digitalSignature`; or, for browsers, \
            curl and VPN clients, no certificate's extended key usage allows `clientAuth`.
            """,
        needs: [.token],
        remedies: [Remedy("choose another certificate, or ask the issuer for one that is meant for this use")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let isNeeded = machine.isAskedAbout(.firefox, .chromium, .curl, .openvpn)
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            let own = token.ownCertificates
            for (object, certificate) in own {
                guard certificate.keyUsage?.contains(.digitalSignature) ?? true,
                    let key = token.keys.first(where: { key in
                        key.id == object.id && key.isKey(of: certificate)
                    }), key.canSign == false
                else { continue }
                sightings.append(
                    Sighting(
                        "the key of '\(private: "\(certificate.subject)", .subject)' on \(token.title) is not allowed to sign, although its certificate says so",
                        [Evidence("CKA_SIGN", "false"), key.evidence, token.place],
                        about: [token.subject]
                    )
                )
            }
            let forLogin = own.filter { $0.certificate.extendedKeyUsage?.contains(.clientAuth) ?? true }
            guard isNeeded, !own.isEmpty, forLogin.isEmpty else { continue }
            sightings.append(
                Sighting(
                    "no certificate on \(token.title) is meant for logging in to servers",
                    own.map { object, certificate in
                        Evidence(
                            "extended key usage",
                            "\((certificate.extendedKeyUsage ?? []).map(\.description).joined(separator: ", "))"
                        )
                    } + [token.place],
                    about: [token.subject]
                )
            )
        }
        return .foundOrPassed(sightings)
    }
}
