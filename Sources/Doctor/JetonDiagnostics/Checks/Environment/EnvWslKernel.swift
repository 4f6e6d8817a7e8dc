import JetonOctets

/// The WSL kernel lacks what a token's other interfaces need.
enum EnvWslKernel: Check {
    static let page = CheckPage(
        id: "env-wsl-kernel",
        layer: .environment,
        title: "the WSL kernel has no HIDRAW",
        symptom: "The token's smart-card interface works, but FIDO and one-time passwords do not.",
        cause: "Microsoft's kernel for WSL is built without `CONFIG_HIDRAW` in older versions.",
        detection: "`/proc/version` contains \"microsoft\", and `/proc/config.gz` does not set `CONFIG_HIDRAW`.",
        remedies: [
            Remedy("in Windows, install a later kernel", commands: ["wsl --update"]),
            Remedy("build a kernel with `CONFIG_HIDRAW=y`, and set its path in .wslconfig"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.text("/proc/version")?.lowercased().contains("microsoft") == true else { return .irrelevant }
        guard case .ended(0, let configuration) = machine.probe.run(["zcat", "/proc/config.gz"]) else {
            return .unknown("the kernel configuration is not available: /proc/config.gz can't be read")
        }
        let lines = configuration.lines()
        guard !lines.contains("CONFIG_HIDRAW=y"), !lines.contains("CONFIG_HIDRAW=m") else { return .passed }
        return .found(
            "this WSL kernel has no HIDRAW, which FIDO and one-time passwords need",
            [
                Evidence(
                    "/proc/config.gz",
                    "\(lines.first { $0.contains("CONFIG_HIDRAW") }.map(String.init) ?? "no CONFIG_HIDRAW")"
                )
            ],
            severity: .warning
        )
    }
}
