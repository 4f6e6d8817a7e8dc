import JetonOctets

/// AppArmor denies a module or the service's socket.
enum EnvApparmor: Check {
    // Not in the laboratory: no AppArmor in the kernel here

    static let page = CheckPage(
        id: "env-apparmor",
        layer: .environment,
        title: "AppArmor denies access to a module or to the PC/SC service's socket",
        symptom: "`apparmor=\"DENIED\" operation=\"file_mmap\" … opensc-pkcs11.so` in the kernel log.",
        cause: "A snap's profile or one of the administrator's own profiles denies it.",
        detection: """
            The kernel log, which on most systems only root can read, contains a denial for pcscd's socket or \
            for a module; this process's own profile is reported.
            """,
        remedies: [
            Remedy("for a snap, connect it to pcscd", commands: ["snap connect APP:pcscd"], needs: .root),
            Remedy("allow the access in the profile under /etc/apparmor.d", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.word("/sys/module/apparmor/parameters/enabled") == "Y" else { return .irrelevant }
        let profile = machine.word("/proc/self/attr/current") ?? "unconfined"
        guard case .ended(0, let output) = machine.probe.run(["dmesg"]) else {
            guard profile.hasSuffix("(enforce)") else { return .passed }
            return .unknown(
                "this program runs under the AppArmor profile \(profile), and only root can read its denials"
            )
        }
        let lines = output.lines().filter { line in
            line.contains("apparmor=\"DENIED\"") && (line.contains("pcscd") || line.contains("pkcs11"))
        }
        guard let line = lines.last else { return .passed }
        let isInTheWay = machine.service == .denied || !machine.failedModules.isEmpty
        return .found(
            "AppArmor has denied an access that tokens need",
            [Evidence("kernel log", "\(String(line.prefix(400)))"), Evidence("own profile", "\(profile)")],
            severity: isInTheWay ? .failure : .warning,
            confidence: .likely
        )
    }
}
