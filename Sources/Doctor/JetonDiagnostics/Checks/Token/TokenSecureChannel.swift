internal import Cryptoki
internal import TokenKit

/// A token's secure channel was never set up with this computer.
enum TokenSecureChannel: Check {
    static let page = CheckPage(
        id: "token-secure-channel",
        layer: .token,
        title: "a token is not paired with this computer",
        symptom:
            "`CKR_FUNCTION_NOT_SUPPORTED` (0x54) from `C_OpenSession`; `jeton list` shows `NO_MEDIA` and `unpaired`.",
        cause: """
            A Bluetooth token, or one whose policy requires a secure channel, serves only computers that were given \
            its activation password.
            """,
        detection: "The module has Rutoken's extension, and `C_OpenSession` answers 0x54. No password is tried.",
        needs: [.token],
        causes: ["channel-library-too-new", "channel-gostprov-missing", "channel-pairing-forgotten"],
        remedies: [
            Remedy(
                """
                if the token was paired with JETON_DATA set to another directory, set JETON_DATA to that \
                directory again
                """
            ),
            Remedy("pair the token; the activation password came with it", commands: ["jeton pair READER"]),
            Remedy(
                "if another program is paired with the token through Jeton's module, use that pairing",
                commands: ["jeton pairings list", "jeton pairings allow READER PROGRAM"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.tokens.filter(\.slot.isUnpaired).map { token in
                Sighting(
                    "\(token.title) is not paired with this computer",
                    [Evidence("C_OpenSession", "CKR_FUNCTION_NOT_SUPPORTED (0x54)"), token.place]
                        + machine.pairingPlace,
                    about: [token.subject]
                )
            }
        )
    }
}

extension Machine {
    /// Where Jeton's pairings are looked for; another place has other pairings.
    fileprivate var pairingPlace: [Evidence] {
        let source = probe.variables["JETON_DATA"].map { $0.isEmpty } == false ? "JETON_DATA" : "the home directory"
        return dataDirectory.map { [Evidence("pairings are looked for in", "\($0) (by \(source))")] } ?? []
    }
}
