internal import Cryptoki
internal import TokenKit

/// A token has no user PIN.
enum TokenUserPinUnset: Check {
    static let page = CheckPage(
        id: "token-user-pin-unset",
        layer: .token,
        title: "a token has no user PIN",
        symptom: "`CKR_USER_PIN_NOT_INITIALIZED` (0x102); Firefox ignores the token.",
        cause: "The token was initialized, but only the SO PIN was set.",
        detection: "`CKF_TOKEN_INITIALIZED` and `CKF_LOGIN_REQUIRED` are set and `CKF_USER_PIN_INITIALIZED` is not.",
        needs: [.token],
        remedies: [
            Remedy("set a user PIN, as the security officer", commands: ["jeton pin set --reader READER"])
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.tokenInitialized), token.info.flags.contains(.loginRequired),
                    !token.info.flags.contains(.userPINInitialized), !token.slot.isUnpaired
                else { return nil }
                return Sighting(
                    "\(token.title) has no user PIN",
                    [token.flagEvidence, token.place],
                    about: [token.subject]
                )
            }
        )
    }
}
