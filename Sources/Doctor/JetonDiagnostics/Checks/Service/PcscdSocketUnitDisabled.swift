/// systemd runs but does not listen for the service.
enum PcscdSocketUnitDisabled: Check {
    static let page = CheckPage(
        id: "pcscd-socket-unit-disabled",
        layer: .service,
        title: "pcscd.socket is disabled or masked",
        symptom: "The service works after a manual start, but stops after a reboot or after a minute without clients.",
        cause: "The distribution does not enable the unit, it was masked, or only pcscd.service was enabled.",
        detection: """
            systemd runs, the socket does not exist, and `/etc/systemd/system/pcscd.socket` is a link to \
            `/dev/null`, or `sockets.target.wants/pcscd.socket` does not exist.
            """,
        needs: [.library],
        causes: ["driver-readerconf-lib-missing", "pcscd-bad-args", "pcscd-socket-env-wrong"],
        remedies: [
            Remedy(
                "let systemd start the service on demand",
                commands: [.systemctl("unmask pcscd.socket pcscd.service"), .systemctl("enable --now pcscd.socket")],
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.exists("/run/systemd/system") else { return .irrelevant }
        let units = ["/lib/systemd/system/pcscd.socket", "/usr/lib/systemd/system/pcscd.socket"]
        let unit = "/etc/systemd/system/pcscd.socket"
        let isMasked = (try? machine.probe.target(ofLink: unit)) == "/dev/null"
        let wants = [
            "/etc/systemd/system/sockets.target.wants/pcscd.socket",
            "/usr/lib/systemd/system/sockets.target.wants/pcscd.socket",
        ]
        let isEnabled = wants.contains { (try? machine.probe.target(ofLink: $0)) != nil }
        guard isMasked || !isEnabled && units.contains(where: { machine.exists($0) }) else { return .passed }
        let isGone = machine.service == .noSocket
        let evidence = isMasked ? Evidence("\(unit)", "a link to /dev/null") : machine.absence(of: wants[0])
        // A unit that is masked was switched off by a person.
        let remedy = Remedy(
            "let systemd start the service on demand",
            commands: [.systemctl("enable --now pcscd.socket")],
            needs: .root,
            fix: .run(["systemctl", "enable", "--now", "pcscd.socket"]),
            witnesses: isGone ? Witnesses(evidence, machine.connectionEvidence) : nil
        )
        return .found(
            isMasked ? "pcscd.socket is masked" : "pcscd.socket is not enabled",
            [evidence],
            severity: isGone ? .failure : .info,
            about: isGone ? [.service] : [],
            remedies: isMasked ? nil : [remedy]
        )
    }
}
