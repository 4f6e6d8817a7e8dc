internal import Cryptoki

/// A token is write-protected.
enum TokenWriteProtected: Check {
    static let page = CheckPage(
        id: "token-write-protected",
        layer: .token,
        title: "a token is write-protected",
        symptom: "`CKR_TOKEN_WRITE_PROTECTED` (0xE2); keys can't be created on it.",
        cause: "The issuer locked it, or the module is read-only, as OpenSC is for PIV cards.",
        detection: "`CKF_WRITE_PROTECTED` is set.",
        needs: [.token],
        remedies: [
            Remedy("use the issuer's or the vendor's tool, such as `ykman piv keys generate`")
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.writeProtected) else { return nil }
                return Sighting(
                    "\(token.title) is read-only",
                    [token.flagEvidence, token.place],
                    severity: .info,
                    about: [token.subject]
                )
            }
        )
    }
}
