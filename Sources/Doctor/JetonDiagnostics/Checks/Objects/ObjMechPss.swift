internal import Cryptoki

/// A token has an RSA key but no RSA-PSS, which TLS 1.3 needs.
enum ObjMechPss: Check {
    static let page = CheckPage(
        id: "obj-mech-pss",
        layer: .objects,
        title: "a token with an RSA key does not offer RSA-PSS",
        symptom: "`ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED`, `CKR_MECHANISM_INVALID` (0x70); TLS 1.2 works.",
        cause: "The card or its module has neither `CKM_RSA_PKCS_PSS` nor raw RSA, and TLS 1.3 requires PSS.",
        detection: """
            The token shows an RSA key, and its mechanisms do not include `CKM_RSA_PKCS_PSS`; with `CKM_RSA_X_509` \
            programs can work around that.
            """,
        needs: [.token],
        remedies: [
            Remedy("use a later version of the module: OpenSC supports it since 0.20"), Remedy("use an EC key"),
            Remedy("limit the connection to TLS 1.2"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let isNeeded = machine.isAskedAbout(.firefox, .chromium, .curl, .openvpn)
        return .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard let mechanisms = token.contents?.mechanisms, !mechanisms.isEmpty,
                    token.keys.contains(where: { $0.keyType == .rsa }), !mechanisms.contains(.rsaPKCSPSS),
                    !mechanisms.contains(.sha256RSAPKCSPSS)
                else { return nil }
                let canMakeDo = mechanisms.contains(.rsaX509)
                return Sighting(
                    "\(token.title) has an RSA key but does not offer RSA-PSS",
                    [
                        Evidence("CKM_RSA_PKCS_PSS", "not offered"),
                        Evidence("CKM_RSA_X_509", "\(canMakeDo ? "offered" : "not offered")"), token.place,
                    ],
                    severity: canMakeDo ? .info : isNeeded ? .failure : .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
