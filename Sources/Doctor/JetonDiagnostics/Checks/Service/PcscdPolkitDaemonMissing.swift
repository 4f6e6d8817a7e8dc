internal import TokenKit

/// The service asks polkit, and polkit does not run.
enum PcscdPolkitDaemonMissing: Check {
    static let page = CheckPage(
        id: "pcscd-polkit-daemon-missing",
        layer: .service,
        title: "pcscd requires polkit, which is not running",
        symptom: """
            All users get "Access denied" (0x8010006A); pcscd logs "polkit_authority_get_sync failed: … Could \
            not connect".
            """,
        cause: "A container or minimal system without the D-Bus system bus or without polkitd.",
        detection: """
            The service refuses this process, its polkit policy is installed, and a connection to \
            `/run/dbus/system_bus_socket` fails.
            """,
        needs: [.library],
        causes: ["pcscd-client-limit"],
        remedies: [
            Remedy("install and start D-Bus and polkit", commands: [.systemctl("start dbus polkit")], needs: .root),
            Remedy("in a container, start pcscd without polkit", commands: ["pcscd --disable-polkit"], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.isTurnedAway, !machine.isFull, let policy = machine.servicePolicy else { return .passed }
        let bus = "/run/dbus/system_bus_socket"
        guard case .notConnected(let failure) = machine.probe.ask(socket: bus, [], answerLength: 0) else {
            return .passed
        }
        return .found(
            "pcscd asks polkit for authorization, but the system bus that it uses for this does not exist",
            [
                Evidence("policy", "\(policy)"), Evidence("connect to \(bus)", "\(failure.description)"),
            ],
            about: [.service]
        )
    }
}
