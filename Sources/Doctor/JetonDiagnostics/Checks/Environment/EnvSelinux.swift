internal import JetonOctets
internal import TokenKit

/// SELinux is enforcing, and denies something.
enum EnvSelinux: Check {
    // Not in the laboratory: no SELinux in the kernel here

    static let page = CheckPage(
        id: "env-selinux",
        layer: .environment,
        title: "SELinux denies an access that a token needs",
        symptom: "The token works in permissive mode; pcscd exits, or sssd or ssh can't read a module.",
        cause: "A file with the wrong label, or a gap in the policy.",
        detection: """
            `/sys/fs/selinux/enforce` is 1, and the audit log, which only root can read, contains a denial for \
            pcscd, p11_child or ssh-pkcs11-helper.
            """,
        remedies: [
            Remedy("restore the labels", commands: ["restorecon -Rv PATH"], needs: .root),
            Remedy("install the distribution's current policy", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.word("/sys/fs/selinux/enforce") == "1" else { return .irrelevant }
        let path = "/var/log/audit/audit.log"
        guard let octets = try? machine.probe.contents(of: path, limit: 33_554_432) else {
            return .unknown("SELinux is enforcing, and its denials are in \(path), which only root can read")
        }
        let programs = ["pcscd", "p11_child", "ssh-pkcs11-help"]
        let lines = ForeignText(decoding: octets).lines().filter { line in
            line.contains("avc:  denied") && programs.contains { line.contains("comm=\"\($0)") }
        }
        guard let line = lines.last else { return .passed }
        let isInTheWay = machine.service == .denied || !machine.failedModules.isEmpty
        return .found(
            "SELinux has denied an access that tokens need",
            [Evidence("\(path)", "\(String(line.prefix(400)))"), Evidence("denials", "\(lines.count)")],
            severity: isInTheWay ? .failure : .warning,
            confidence: .likely
        )
    }
}
