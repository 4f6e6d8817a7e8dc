/// The socket file exists, but nothing listens.
enum PcscdSocketStale: Check {
    static let page = CheckPage(
        id: "pcscd-socket-stale",
        layer: .service,
        title: "pcscd's socket is stale: nothing listens",
        symptom: "`SCARD_E_NO_SERVICE` (0x8010001D) although `/run/pcscd/pcscd.comm` exists.",
        cause: "pcscd was killed before it could clean up, or a container kept its `/run`.",
        detection: """
            The doctor's own connection to the socket fails with `ECONNREFUSED`. The kernel's table of Unix \
            sockets and the process that `/run/pcscd/pcscd.pid` names show whether it is stale. The socket is \
            removed only if neither shows a pcscd. Otherwise something else refuses the connection, such as a \
            preloaded library or a sandbox.
            """,
        needs: [.library],
        causes: ["driver-readerconf-lib-missing", "pcscd-bad-args", "pcscd-unit-wrong"],
        remedies: [
            Remedy(
                """
                restart the service; `jeton doctor --fix` removes the socket first, if nothing listens and no \
                pcscd runs
                """,
                commands: [.restartServiceSocket],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .refused else { return .passed }
        let evidence = [
            machine.connectionEvidence, machine.listenerWitness.evidence, machine.processWitness.evidence,
        ]
        guard machine.listenerWitness.isDead, machine.processWitness.isDead else {
            return .found(
                "connections to \(machine.socketPath) are refused, although pcscd may run",
                evidence,
                confidence: .likely,
                about: [.service],
                remedies: [
                    Remedy(
                        "find out what refuses them, such as a preloaded library or a sandbox",
                        commands: ["env -u LD_PRELOAD jeton doctor"]
                    )
                ]
            )
        }
        return .found(
            "nothing listens at \(machine.socketPath)",
            evidence,
            about: [.service],
            remedies: machine.staleSocketWitnesses.map { witnesses in
                [
                    Remedy(
                        "remove the stale socket and restart the service",
                        commands: [
                            "rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid", .restartServiceSocket,
                        ],
                        needs: .root,
                        fix: .removeStale(path: Machine.standardSocketPath),
                        witnesses: witnesses
                    )
                ]
            }
        )
    }
}
