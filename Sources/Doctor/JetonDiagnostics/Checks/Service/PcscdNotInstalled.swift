/// There is neither a socket of the service nor its program.
enum PcscdNotInstalled: Check {
    static let page = CheckPage(
        id: "pcscd-not-installed",
        layer: .service,
        title: "pcscd is not installed",
        symptom: """
            `SCARD_E_NO_SERVICE` (0x8010001D), "Service not available"; gpg: "pcsc_establish_context failed: no \
            service".
            """,
        cause: "The daemon's package is missing; the client library alone is not enough.",
        detection: """
            No `pcscd` in `/usr/sbin`, `/usr/bin`, `/usr/local/sbin` and `/sbin`, and a connection to the socket \
            fails with `ENOENT`.
            """,
        causes: ["env-container-no-socket"],
        remedies: [.install(.service, then: [.systemctl("enable --now pcscd.socket")])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .noSocket, machine.serviceProgram == nil else { return .passed }
        return .found(
            "pcscd is not installed",
            [
                machine.connectionEvidence,
                Evidence("searched", "\(Machine.serviceProgramPaths.joined(separator: ", "))"),
            ],
            about: [.service]
        )
    }
}

extension Machine {
    static let serviceProgramPaths = ["/usr/sbin/pcscd", "/usr/bin/pcscd", "/usr/local/sbin/pcscd", "/sbin/pcscd"]

    /// The program of the service, if it is installed.
    var serviceProgram: String? {
        Machine.serviceProgramPaths.first { path in
            (try? probe.status(of: path)).map { $0.kind == .regular && $0.permissions & 0o111 != 0 } ?? false
        }
    }
}
