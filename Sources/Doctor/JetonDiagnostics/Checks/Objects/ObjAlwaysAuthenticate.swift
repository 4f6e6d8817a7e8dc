internal import Cryptoki

/// A key requires its PIN before each use.
enum ObjAlwaysAuthenticate: Check {
    static let page = CheckPage(
        id: "obj-always-authenticate",
        layer: .objects,
        title: "a key requires its PIN before each signature",
        symptom: "`CKR_USER_NOT_LOGGED_IN` (0x101) from `C_Sign` after a login; a second PIN prompt.",
        cause: "`CKA_ALWAYS_AUTHENTICATE`, as for PIV's 9C and the signing keys of identity cards.",
        detection: "The attribute is true for a key that is visible without login.",
        needs: [.token],
        remedies: [Remedy("use another key, such as PIV's 9A, or a program that can log in for each use, as jeton can")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.flatMap { token in
                token.keys.filter(\.needsLoginEachTime).map { key in
                    Sighting(
                        "a key on \(token.title) requires its PIN before each use",
                        [Evidence("CKA_ALWAYS_AUTHENTICATE", "true"), key.evidence, token.place],
                        severity: .info
                    )
                }
            }
        )
    }
}
