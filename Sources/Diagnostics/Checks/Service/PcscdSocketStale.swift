/// The socket file is there and nobody listens.
enum PcscdSocketStale: Check {
    static let page = CheckPage(
        id: "pcscd-socket-stale",
        layer: .service,
        title: "the socket of pcscd is a leftover: nobody listens",
        symptom: "`SCARD_E_NO_SERVICE` (0x8010001D) although `/run/pcscd/pcscd.comm` is there.",
        cause: "pcscd was killed without a chance to tidy up, or a container kept its `/run`.",
        detection: "A connection of our own to the socket fails with `ECONNREFUSED`.",
        needs: [.library],
        causes: ["driver-readerconf-lib-missing", "pcscd-bad-args"],
        remedies: [
            Remedy(
                "remove the leftover and start the service anew",
                commands: ["rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid", "systemctl restart pcscd.socket"],
                needs: .root,
                fix: .removeStale(path: Machine.standardSocketPath)
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .refused else { return .passed }
        var evidence = [Evidence("connect to \(machine.socketPath)", "ECONNREFUSED")]
        if let process = machine.word("/run/pcscd/pcscd.pid") {
            let name = machine.word("/proc/\(process)/comm")
            evidence.append(Evidence("/run/pcscd/pcscd.pid", "\(process) (\(name ?? "no such process"))"))
        }
        return .found("nobody listens at \(machine.socketPath)", evidence, about: [.service])
    }
}
