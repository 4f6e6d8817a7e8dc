/// The socket file exists, but nothing listens.
enum PcscdSocketStale: Check {
    static let page = CheckPage(
        id: "pcscd-socket-stale",
        layer: .service,
        title: "pcscd's socket is stale: nothing listens",
        symptom: "`SCARD_E_NO_SERVICE` (0x8010001D) although `/run/pcscd/pcscd.comm` exists.",
        cause: "pcscd was killed before it could clean up, or a container kept its `/run`.",
        detection: "Our own connection to the socket fails with `ECONNREFUSED`.",
        needs: [.library],
        causes: ["driver-readerconf-lib-missing", "pcscd-bad-args", "pcscd-unit-wrong"],
        remedies: [
            Remedy(
                "remove the stale socket and restart the service",
                commands: ["rm -f /run/pcscd/pcscd.comm /run/pcscd/pcscd.pid", "systemctl restart pcscd.socket"],
                needs: .root,
                fix: .removeStale(path: Machine.standardSocketPath)
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .refused else { return .passed }
        var evidence = [Evidence("connect to \(machine.socketPath)", "ECONNREFUSED")]
        // pcscd writes two NULs behind the number.
        if let process = machine.word("/run/pcscd/pcscd.pid").map({ $0.filter(\.isNumber) }), !process.isEmpty {
            let name = machine.word("/proc/\(process)/comm")
            evidence.append(Evidence("/run/pcscd/pcscd.pid", "\(process) (\(name ?? "no such process"))"))
        }
        return .found("nothing listens at \(machine.socketPath)", evidence, about: [.service])
    }
}
