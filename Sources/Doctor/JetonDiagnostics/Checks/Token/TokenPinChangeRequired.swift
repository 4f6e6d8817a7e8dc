internal import Cryptoki

/// A PIN must be changed before the token can be used.
enum TokenPinChangeRequired: Check {
    static let page = CheckPage(
        id: "token-pin-change-required",
        layer: .token,
        title: "a PIN must be changed before the token can be used",
        symptom: "`CKR_PIN_EXPIRED` (0xA3); the login works, but every operation fails.",
        cause: "The issuer requires the change, or the PIN is the factory PIN.",
        detection: """
            `CKF_USER_PIN_TO_BE_CHANGED` or `CKF_SO_PIN_TO_BE_CHANGED` is set, for a reason other than a factory \
            PIN. With a factory PIN, the token works, and `token-default-pin` reports it.
            """,
        needs: [.token],
        remedies: [
            Remedy("change the PIN", commands: ["jeton pin change --reader READER"])
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                let report = token.contents?.vendorReport
                let isUsers = token.info.flags.contains(.userPINToBeChanged) && report?.hasFactoryUserPIN != true
                let isOfficers =
                    token.info.flags.contains(.securityOfficerPINToBeChanged)
                    && report?.hasFactorySecurityOfficerPIN != true
                guard isUsers || isOfficers else { return nil }
                return Sighting(
                    "a PIN of \(token.title) must be changed before it can be used",
                    [token.flagEvidence, token.place],
                    severity: isUsers ? .failure : .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
