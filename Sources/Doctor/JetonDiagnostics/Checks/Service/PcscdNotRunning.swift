/// The service is installed, but its socket does not exist.
enum PcscdNotRunning: Check {
    static let page = CheckPage(
        id: "pcscd-not-running",
        layer: .service,
        title: "pcscd is not running and nothing activates it",
        symptom: """
            `SCARD_E_NO_SERVICE` (0x8010001D), "Service not available", "PC/SC not available"; gpg says "No such \
            device".
            """,
        cause: "The daemon was stopped, its socket unit is off, or there is no service manager to start it.",
        detection: """
            The doctor's own connection to `$PCSCLITE_CSOCK_NAME` or `/run/pcscd/pcscd.comm` fails with \
            `ENOENT`, and the program pcscd is installed. The client library gives the same code for a missing, \
            a stale and an inaccessible socket.
            """,
        needs: [.library],
        causes: [
            "driver-readerconf-lib-missing", "pcscd-bad-args", "pcscd-unit-wrong", "pcscd-socket-unit-disabled",
            "pcscd-socket-env-wrong", "env-container-no-socket",
        ],
        remedies: [
            Remedy(
                "start the service, and let systemd start it on demand",
                commands: [.systemctl("enable --now pcscd.socket")],
                needs: .root
            ),
            direct,
        ]
    )

    private static let direct = Remedy(
        "without systemd, start the daemon directly",
        commands: ["pcscd"],
        needs: .root
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .noSocket, let program = machine.serviceProgram else { return .passed }
        return .found(
            "pcscd is not running: there is no socket \(machine.socketPath)",
            [
                machine.connectionEvidence,
                Evidence("program", "\(program)"),
            ],
            about: [.service],
            remedies: remedies(machine)
        )
    }

    /// Starting the service; by itself only where no pcscd runs that may have its socket elsewhere.
    private static func remedies(_ machine: Machine) -> [Remedy] {
        let isGone = machine.socketPath == Machine.standardSocketPath && machine.processWitness.isDead
        return [
            Remedy(
                "start the service, and let systemd start it on demand",
                commands: [.systemctl("enable --now pcscd.socket")],
                needs: .root,
                fix: .run(["systemctl", "enable", "--now", "pcscd.socket"]),
                witnesses: isGone ? Witnesses(machine.connectionEvidence, machine.processWitness.evidence) : nil
            ),
            direct,
        ]
    }
}
