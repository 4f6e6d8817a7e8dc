/// This is a container without the service's socket.
enum EnvContainerNoSocket: Check {
    static let page = CheckPage(
        id: "env-container-no-socket",
        layer: .environment,
        title: "this is a container without the PC/SC service's socket",
        symptom: "`SCARD_E_NO_SERVICE` (0x8010001D) inside Docker, Podman, distrobox or a CI runner.",
        cause: "The host's socket was not mounted.",
        detection: """
            `/.dockerenv`, `/run/.containerenv`, systemd's `/run/systemd/container` or the environment variable \
            `container` exists, a connection to the socket fails with `ENOENT`, and pcscd is not installed. A \
            container can't see whether the host runs the service, so this is a warning.
            """,
        remedies: [
            Remedy(
                "mount the host's socket; both sides need the same pcsc-lite protocol",
                commands: ["docker run -v /run/pcscd:/run/pcscd …"]
            ),
            Remedy(
                "in a distrobox, link the host's socket",
                commands: ["mkdir -p /run/pcscd", "ln -s /run/host/run/pcscd/pcscd.comm /run/pcscd/"],
                needs: .root
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let mark = machine.containerMark else { return .irrelevant }
        // With a service of its own the container is meant to reach cards by itself.
        guard machine.service == .noSocket, machine.serviceProgram == nil, machine.needsCards else { return .passed }
        return .found(
            "this container has no PC/SC service socket",
            [Evidence("container", "\(mark)"), machine.connectionEvidence],
            confidence: .likely,
            about: [.service]
        )
    }
}

extension Machine {
    /// The evidence that this is a container; nil if it is not.
    var containerMark: String? {
        let marks = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
        if let mark = marks.first(where: exists) { return mark }
        guard let word = probe.variables["container"], !word.isEmpty else { return nil }
        return "container=\(word)"
    }
}
