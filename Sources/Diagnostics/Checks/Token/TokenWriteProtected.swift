internal import Cryptoki

/// Nothing can be written to a token.
enum TokenWriteProtected: Check {
    static let page = CheckPage(
        id: "token-write-protected",
        layer: .token,
        title: "a token is protected from writing",
        symptom: "`CKR_TOKEN_WRITE_PROTECTED` (0xE2); keys can not be made on it.",
        cause: "The issuer closed it, or the module reads only, as OpenSC does with PIV cards.",
        detection: "`CKF_WRITE_PROTECTED` is set.",
        needs: [.token],
        remedies: [
            Remedy("use the tool of the issuer or of the maker, such as `ykman piv keys generate`")
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.writeProtected) else { return nil }
                return Sighting(
                    "\(token.title) can be read only",
                    [token.flagEvidence, token.place],
                    severity: .info,
                    about: [token.subject]
                )
            }
        )
    }
}
