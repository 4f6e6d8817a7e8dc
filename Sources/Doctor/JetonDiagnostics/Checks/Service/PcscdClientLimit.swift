internal import JetonPCSC

/// The maximum number of clients is connected, and new ones are refused.
enum PcscdClientLimit: Check {
    static let page = CheckPage(
        id: "pcscd-client-limit",
        layer: .service,
        title: "pcscd has reached its maximum number of clients",
        symptom:
            "New programs get `SCARD_W_SECURITY_VIOLATION` (0x8010006A), \"Access denied\", as after a polkit denial.",
        cause: "A program opens contexts and does not release them; pcscd accepts 200 clients by default.",
        detection: "Connections to the socket are counted in `/proc/net/unix`, which all users can read: 190 or more.",
        needs: [.library],
        remedies: [
            Remedy("restart the program that has too many connections open"),
            Remedy(
                "raise the limit",
                commands: ["echo 'PCSCD_ARGS=--max-thread 500' >> /etc/default/pcscd", .restartService],
                needs: .root
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let count = machine.connectionCount else { return .unknown("/proc/net/unix can't be read") }
        guard machine.isFull else { return .passed }
        return .found(
            "pcscd has \(count) clients",
            [Evidence("connections in /proc/net/unix", "\(count)"), machine.clientEvidence],
            severity: machine.has(.service) ? .warning : .failure,
            about: machine.has(.service) ? [] : [.service]
        )
    }
}
