/// The computer's clock is wrong.
enum EnvClockSkew: Check {
    static let page = CheckPage(
        id: "env-clock-skew",
        layer: .environment,
        title: "the computer's clock is wrong",
        symptom: "Certificates are \"not yet valid\" or expired; timestamps, OCSP and Kerberos fail.",
        cause: "A dead clock battery, and no network time.",
        detection: "The clock is before the year in which this check was written.",
        remedies: [
            Remedy(
                "set the clock from the network",
                commands: ["timedatectl set-ntp true"],
                needs: .root,
                fix: .run(["timedatectl", "set-ntp", "true"])
            )
        ]
    )

    /// The beginning of 2026.
    private static let epoch: Int64 = 1_767_225_600

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.probe.now < epoch else { return .passed }
        return .found(
            "the computer's clock is wrong: it is before this program was made",
            [Evidence("seconds since 1970", "\(machine.probe.now)")]
        )
    }
}
