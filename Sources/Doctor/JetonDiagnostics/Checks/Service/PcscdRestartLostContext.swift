/// A program is still connected to a pcscd that has ended.
enum PcscdRestartLostContext: Check {
    static let page = CheckPage(
        id: "pcscd-restart-lost-context",
        layer: .service,
        title: "a program is still connected to a pcscd that has exited",
        symptom: """
            One program reports "no service" (0x8010001D) or "service stopped" (0x8010001E) forever, while \
            others work.
            """,
        cause:
            "Connections are lost when pcscd exits: programs that started before a restart of pcscd must reconnect.",
        detection: """
            The service works. A program that has loaded the PC/SC library started before pcscd \
            (/proc/PID/stat), has no connection to it (`ss -x`), and has a socket whose other end is closed. \
            Only root can see other users' programs.
            """,
        needs: [.service],
        remedies: [
            Remedy(
                "stop the program and start it again; for GnuPG, stop scdaemon",
                commands: ["gpgconf --kill scdaemon"]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let service = machine.serviceProcess, let start = machine.startMilliseconds(of: service) else {
            return .irrelevant
        }
        let older = machine.clients.filter { client in
            // The kernel counts in hundredths of a second: one that is no younger may be older.
            machine.startMilliseconds(of: client).map { $0 <= start } ?? false
        }
        guard !older.isEmpty else { return .passed }
        guard let table = machine.unixSockets else {
            return .unknown("the connections can't be listed: `ss` from iproute2 can't be run")
        }
        return .foundOrPassed(
            older.compactMap { client in
                let sockets = machine.sockets(of: client)
                guard !sockets.contains(where: { table.isConnected($0, to: machine.socketPath) }),
                    let abandoned = sockets.first(where: table.isAbandoned)
                else { return nil }
                let age = (start - (machine.startMilliseconds(of: client) ?? start)) / 1000
                return Sighting(
                    "\(client.name) (process \(client.id)) is still connected to a pcscd that has exited",
                    [
                        Evidence("started", "\(age) s before pcscd (process \(service.id))"),
                        Evidence("socket \(abandoned)", "its other end is closed"),
                        Evidence("connected to \(machine.socketPath)", "no"),
                    ],
                    confidence: .likely,
                    remedies: client.name == "scdaemon"
                        ? [Remedy("stop GnuPG's daemon; gpg starts it again", commands: ["gpgconf --kill scdaemon"])]
                        : [Remedy("stop \(client.name) and start it again")]
                )
            }
        )
    }
}
