internal import JetonOctets

/// The doctor runs with sudo, so the user's own settings do not apply.
enum EnvSudoDifferentEnv: Check {
    static let page = CheckPage(
        id: "env-sudo-different-env",
        layer: .environment,
        title: "this runs with sudo, where the user's own settings do not apply",
        symptom: "The token works in the terminal, but not with sudo or in a service.",
        cause: "sudo drops variables such as `SOFTHSM2_CONF`, and p11-kit reads no per-user configuration for root.",
        detection: """
            `SUDO_USER` is set, and that user has their own configuration for SoftHSM, tpm2-pkcs11 or p11-kit.
            """,
        remedies: [
            Remedy("run the doctor as the user with the problem", commands: ["jeton doctor"]),
            Remedy("for a service: `Environment=` and `SupplementaryGroups=` in its unit", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.probe.identity.isRoot, let user = machine.probe.variables["SUDO_USER"], user != "root" else {
            return .irrelevant
        }
        machine.keepPrivate(user, .user)
        let line = (machine.text("/etc/passwd")?.lines() ?? []).first { $0.hasPrefix("\(user):") }
        let fields = line?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        guard fields.count > 5 else { return .passed }
        machine.keepPrivate(String(fields[5]), .home)
        let files = [".config/softhsm2/softhsm2.conf", ".tpm2_pkcs11", ".config/pkcs11/modules"]
        let own = files.map { "\(fields[5])/\($0)" }.filter(machine.exists)
        guard !own.isEmpty else { return .passed }
        return .found(
            "the settings of the user who called sudo do not apply here",
            own.map { Evidence("not read", "\($0)") },
            severity: .warning
        )
    }
}
