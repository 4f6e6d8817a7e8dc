internal import Cryptoki
internal import TokenKit

/// This program's entitlements do not let it keep a token's channel keys.
enum EntitlementsChannel: Check {
    // Not in the laboratory: outcomes a to j are tested with real programs in `JetonTests` and
    // `EntitlementsTests`

    static let page = CheckPage(
        id: "entitlements-channel",
        layer: .application,
        title: "this program's entitlements do not let it store a token's channel keys",
        symptom: """
            `jeton pair` fails with status -34018 or -50 and stores nothing; `C_OpenSession` answers \
            `CKR_ACTION_PROHIBITED` (0x1B) or `CKR_GENERAL_ERROR` (0x5).
            """,
        cause: """
            `Entitlements.plist` next to the program does not match its signed manifest. docs/keystore.md has a \
            table of the outcomes, rows a to j.
            """,
        detection: """
            The outcome of that table is determined for the running program. Rows a, e, f and h refuse. This is \
            a failure if a token is unpaired, or if Jeton's module refuses it for this reason (0x1B, 0x5); \
            otherwise it is a warning. Rows g, i and j, which behave differently from what the files suggest, \
            are reported.
            """,
        remedies: [Remedy("show what was checked", commands: ["jeton entitlements whoami --explain"])]
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
                "this program may not store a token's channel keys: \(survey.outcomeText)",
                evidence,
                severity: isNeeded ? .failure : .warning,
                about: refused.map(\.subject),
                remedies: survey.outcomeHint.map { [Remedy("\($0)")] }
            )
        }
        guard ["g", "i", "j"].contains(row) else { return .passed }
        return .found(
            """
            a token's channel keys are stored differently from what this program's files suggest: \
            \(survey.outcomeText)
            """,
            evidence,
            severity: .info
        )
    }
}
