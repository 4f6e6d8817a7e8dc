internal import Cryptoki
internal import TokenKit

/// Jeton's entitlements do not let it keep the keys of a token's channel.
enum EntitlementsChannel: Check {
    static let page = CheckPage(
        id: "entitlements-channel",
        layer: .application,
        title: "this program's entitlements do not let it keep the keys of a token's channel",
        symptom: """
            `jeton pair` ends with status -34018 or -50 and stores nothing; `C_OpenSession` answers \
            `CKR_ACTION_PROHIBITED` (0x1B) or `CKR_GENERAL_ERROR` (0x5).
            """,
        cause: """
            `Entitlements.plist` beside the program and its signed manifest do not fit together; docs/keystore.md \
            has the table of outcomes, rows a to j.
            """,
        detection: """
            The outcome of that table is found out for the running program. Rows a, e, f and h refuse: a failure if a \
            token is here that wants to be paired or that Jeton's module refuses for it (0x1B, 0x5), else a warning. Rows g, i and j, which work in another way than the \
            files seem to say, are told.
            """,
        remedies: [Remedy("see what was checked", commands: ["jeton entitlements whoami --explain"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let survey = machine.keystore
        guard let row = survey.outcomeRow else { return .irrelevant }
        let evidence =
            [Evidence("outcome", "row \(row), status \(survey.outcomeStatus)")]
            + survey.outcomeWarnings.map { Evidence("also", "\($0)") }
        if survey.outcomeStatus != 0 {
            let refused = machine.tokens.filter { [.actionProhibited, .generalError].contains($0.slot.tokenError) }
            let isNeeded = !refused.isEmpty || machine.tokens.contains(where: \.slot.isUnpaired)
            return .found(
                "this program may not keep the keys of a token's channel: \(survey.outcomeText)",
                evidence,
                severity: isNeeded ? .failure : .warning,
                about: refused.map(\.subject),
                remedies: survey.outcomeHint.map { [Remedy("\($0)")] }
            )
        }
        guard ["g", "i", "j"].contains(row) else { return .passed }
        return .found(
            "the keys of a token's channel are kept in another way than this program's files seem to say: \(survey.outcomeText)",
            evidence,
            severity: .info
        )
    }
}
