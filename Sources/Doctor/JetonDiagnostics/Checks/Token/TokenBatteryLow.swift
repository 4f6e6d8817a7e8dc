/// A token's battery is nearly empty.
enum TokenBatteryLow: Check {
    static let page = CheckPage(
        id: "token-battery-low",
        layer: .token,
        title: "a token's battery is nearly empty",
        symptom: "The token disappears during use.",
        cause: "A token with a radio link runs on its battery.",
        detection: """
            Rutoken's `C_EX_GetTokenInfoExtended` reports the voltage of a token with a battery; below 3605 mV, which is \
            15 percent of the range from 3500 to 4200 mV, it is nearly empty.
            """,
        needs: [.token],
        remedies: [Remedy("charge the token over USB")]
    )

    private static let lowestMillivolts: UInt = 3605

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard let millivolts = token.contents?.vendorReport?.batteryMillivolts, millivolts < lowestMillivolts
                else { return nil }
                return Sighting(
                    "the battery of \(token.title) is nearly empty",
                    [Evidence("battery", "\(millivolts) mV"), token.place],
                    severity: .warning
                )
            }
        )
    }
}
