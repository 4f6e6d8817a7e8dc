/// polkit can't determine which sessions are active.
enum PcscdPolkitNoLogind: Check {
    static let page = CheckPage(
        id: "pcscd-polkit-no-logind",
        layer: .service,
        title: "polkit can't see sessions: there is no logind",
        symptom: "Users other than root are refused on systems without systemd.",
        cause: "polkit asks logind or elogind whether a session is active.",
        detection:
            "polkit refuses this user, and neither `/run/systemd/sessions` nor `/run/systemd/seats` exists.",
        needs: [.library],
        causes: ["pcscd-client-limit", "pcscd-polkit-daemon-missing", "pcscd-hidepid"],
        remedies: [Remedy("install elogind and its PAM module", needs: [.root, .newLogin]), PolkitRule.remedy]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isDeniedByPolicy, machine.probe.identity.userID >= 1000,
            !machine.exists("/run/systemd/sessions"), !machine.exists("/run/systemd/seats")
        else { return .passed }
        return .found(
            "polkit refuses this user, as there is no logind to report its session",
            PolkitRule.evidence(machine) + [machine.absence(of: "/run/systemd/sessions")],
            about: [.service]
        )
    }
}
