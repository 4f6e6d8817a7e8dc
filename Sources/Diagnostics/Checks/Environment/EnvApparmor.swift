/// AppArmor denies a module or the service's socket.
enum EnvApparmor: Check {
    static let page = CheckPage(
        id: "env-apparmor",
        layer: .environment,
        title: "AppArmor denies a module or the PC/SC service's socket",
        symptom: "`apparmor=\"DENIED\" operation=\"file_mmap\" … opensc-pkcs11.so` in the kernel's log.",
        cause: "The profile of a snap, or one of the administrator's own.",
        detection: """
            The kernel's log, which on most systems only root reads, has a denial for pcscd's socket or for a module; \
            this process's own profile is told.
            """,
        remedies: [
            Remedy("of a snap", commands: ["snap connect APP:pcscd"], needs: .root),
            Remedy("allow it in the profile below /etc/apparmor.d", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.word("/sys/module/apparmor/parameters/enabled") == "Y" else { return .irrelevant }
        let profile = machine.word("/proc/self/attr/current") ?? "unconfined"
        guard case .ended(0, let output) = machine.probe.run(["dmesg"]) else {
            guard profile.hasSuffix("(enforce)") else { return .passed }
            return .unknown("this program runs under the AppArmor profile \(profile), and only root reads its denials")
        }
        let lines = output.split(separator: "\n").filter { line in
            line.contains("apparmor=\"DENIED\"") && (line.contains("pcscd") || line.contains("pkcs11"))
        }
        guard let line = lines.last else { return .passed }
        let isInTheWay = machine.service == .denied || !machine.failedModules.isEmpty
        return .found(
            "AppArmor has denied something on the way to tokens",
            [Evidence("kernel's log", "\(String(line.prefix(400)))"), Evidence("own profile", "\(profile)")],
            severity: isInTheWay ? .failure : .warning,
            confidence: .likely
        )
    }
}
