internal import JetonOctets

/// A key requires a touch of the token.
enum ObjTouchRequired: Check {
    static let page = CheckPage(
        id: "obj-touch-required",
        layer: .objects,
        title: "a key requires a touch of the token",
        symptom: "A signature or `ssh` seems to hang and fails after 15 seconds; the token's light blinks.",
        cause: "The key's touch policy, chosen at generation, is \"always\" or \"cached\" (once in 15 seconds).",
        detection: """
            GET METADATA of a PIV card reports the policy of each key, without login; queried in a transaction \
            while no other program is connected to PC/SC. No signature is attempted.
            """,
        needs: [.token],
        remedies: [
            Remedy("touch the token while its light blinks"),
            Remedy(
                "make keys for repeated use with the policy \"cached\"",
                commands: ["ykman piv keys generate --touch-policy cached 9a public.pem"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let readers = machine.initializedTokens.compactMap { machine.reader(of: $0)?.name }
        guard !readers.isEmpty else { return .irrelevant }
        let surveys: [CardSurvey]
        switch machine.cardAnswers {
        case .all(let answers): surveys = answers
        case .none(let reason): return .unknown(reason)
        }
        return .foundOrPassed(
            surveys.compactMap { survey in
                let keys = survey.piv?.keys.filter { $0.touchPolicy == 2 || $0.touchPolicy == 3 } ?? []
                guard !keys.isEmpty, let token = machine.token(in: survey.reader) else { return nil }
                let list = keys.map { "\(Hex.encode([$0.slot])) \($0.touchPolicy == 2 ? "always" : "cached")" }
                return Sighting(
                    "\(keys.count == 1 ? "a key" : "\(keys.count) keys") on \(token.title) \(keys.count == 1 ? "requires" : "require") a touch of the token",
                    [Evidence("touch policies", "\(list.joined(separator: ", "))"), token.place],
                    severity: .info
                )
            }
        )
    }
}
