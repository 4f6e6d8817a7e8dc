/// polkit admits active local sessions only, and this is not one.
enum PcscdPolkitInactiveSession: Check {
    static let page = CheckPage(
        id: "pcscd-polkit-inactive-session",
        layer: .service,
        title: "polkit refuses this session: it is not local and active",
        symptom: """
            SCardEstablishContext returns `SCARD_W_SECURITY_VIOLATION` (0x8010006A), "Access denied"; gpg says \
            "selecting card failed: No such device"; the journal has "is NOT authorized for action: access_pcsc".
            """,
        cause: """
            A pcscd built with polkit (Fedora, Arch, Ubuntu 24.04, Debian 13 and later) admits active local \
            sessions only: not ssh, xrdp, VNC, cron, or a tmux session whose login has ended.
            """,
        detection: """
            The service closes the connection early, its polkit policy is installed, it has not reached its \
            client limit, `pkcheck` does not authorize this process, and logind's session file says `REMOTE=1` \
            or `ACTIVE=0`, or there is no session.
            """,
        needs: [.library],
        causes: ["pcscd-client-limit", "pcscd-hidepid", "pcscd-polkit-daemon-missing", "pcscd-polkit-no-logind"],
        remedies: [PolkitRule.remedy]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isDeniedByPolicy, machine.probe.identity.userID >= 1000 else { return .passed }
        let fields = machine.sessionFields
        guard fields == nil || fields?["ACTIVE"] == "0" || fields?["REMOTE"] == "1" else { return .passed }
        let session = fields.map { "ACTIVE=\($0["ACTIVE"] ?? ""), REMOTE=\($0["REMOTE"] ?? "")" } ?? "none"
        return .found(
            fields == nil
                ? "polkit refuses this process: it belongs to no session"
                : "polkit refuses this session: it is not local and active",
            PolkitRule.evidence(machine) + [Evidence("session", "\(session)")],
            confidence: machine.isAuthorized("org.debian.pcsc-lite.access_pcsc") == false ? .proven : .likely,
            about: [.service]
        )
    }
}
