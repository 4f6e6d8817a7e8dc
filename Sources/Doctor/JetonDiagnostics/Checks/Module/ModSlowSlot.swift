/// A module takes seconds to describe a token.
enum ModSlowSlot: Check {
    static let page = CheckPage(
        id: "mod-slow-slot",
        layer: .module,
        title: "a module takes seconds to report what is in a slot",
        symptom: "The browser is slow as long as the token is plugged in.",
        cause: "The module probes an unknown card again for every call.",
        detection: "`C_GetTokenInfo` takes two seconds or longer.",
        needs: [.token],
        remedies: [
            Remedy(
                """
                hide the module from programs that do not need it: put `disable-in: firefox` in its p11-kit \
                module file
                """
            ),
            Remedy("use a later version of the module"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard let contents = token.contents, contents.milliseconds >= 2000 else { return nil }
                return Sighting(
                    "the module \(token.module) takes \(contents.milliseconds / 1000) s to report on \(token.title)",
                    [Evidence("C_GetTokenInfo", "\(contents.milliseconds) ms"), token.place],
                    severity: .warning
                )
            }
        )
    }
}
