import JetonOctets

/// The service is started with an unknown option.
enum PcscdBadArgs: Check {
    static let page = CheckPage(
        id: "pcscd-bad-args",
        layer: .service,
        title: "pcscd is started with an unknown option",
        symptom: "The unit fails; the journal has \"unrecognized option\".",
        cause: "`PCSCD_ARGS` was copied from a system with another version of pcscd.",
        detection: """
            The service does not run, and an option in `PCSCD_ARGS` of `/etc/default/pcscd`, `/etc/sysconfig/pcscd` or \
            `/etc/conf.d/pcscd` is not in the output of `pcscd --help`.
            """,
        needs: [.library],
        remedies: [
            Remedy(
                "remove the option from PCSCD_ARGS and restart the service",
                commands: [.systemctl("reset-failed pcscd"), .restartServiceSocket],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .noSocket || machine.service == .refused, let program = machine.serviceProgram else {
            return .passed
        }
        for file in ["/etc/default/pcscd", "/etc/sysconfig/pcscd", "/etc/conf.d/pcscd"] {
            let options = machine.text(file).map(options) ?? []
            guard !options.isEmpty else { continue }
            guard case .ended(_, let help) = machine.probe.run([program, "--help"]) else {
                return .unknown("\(program) --help can't be run")
            }
            if let unknown = options.first(where: { !help.contains($0) }) {
                return .found(
                    "\(file) starts pcscd with the unknown option \(unknown)",
                    [Evidence("\(file)", "\(unknown)"), Evidence("\(program) --help", "does not list it")],
                    about: [.service]
                )
            }
        }
        return .passed
    }

    private static func options(in text: ForeignText) -> [String] {
        text.lines().filter { $0.hasPrefix("PCSCD_ARGS=") }.flatMap { line in
            line.dropFirst("PCSCD_ARGS=".count).filter { $0 != "\"" && $0 != "'" }
                .split { $0 == " " || $0 == "=" }.filter { $0.hasPrefix("--") }.map(String.init)
        }
    }
}
