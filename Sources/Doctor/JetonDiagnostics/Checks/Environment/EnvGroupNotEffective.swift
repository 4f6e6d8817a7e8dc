/// The user was added to a group after logging in.
enum EnvGroupNotEffective: Check {
    static let page = CheckPage(
        id: "env-group-not-effective",
        layer: .environment,
        title: "the user was added to a group, but this session does not have it yet",
        symptom: "\"Permission denied\" persists after usermod.",
        cause: "A process keeps the groups that its login session started with.",
        detection: "`/etc/group` names the user in a group that tokens need, and this process does not have it.",
        remedies: [
            Remedy("log out and in again", needs: .newLogin),
            Remedy("start a shell with the group", commands: ["newgrp GROUP"]),
        ]
    )

    private static let names = ["softhsm", "tss", "pkcs11", "plugdev", "pcscd", "scard", "uucp"]

    static func run(on machine: Machine) -> CheckOutcome {
        let user = machine.probe.identity
        guard !user.isRoot, !user.userName.isEmpty else { return .irrelevant }
        let missing = names.filter { name in
            guard let group = machine.group(named: name) else { return false }
            return group.members.contains(user.userName) && !user.groupIDs.contains(group.id)
        }
        guard !missing.isEmpty else { return .passed }
        var isInTheWay = false
        if case .forbiddenConfiguration? = machine.softHSMFault { isInTheWay = missing.contains("softhsm") }
        if case .device? = machine.tpmFault, missing.contains("tss") { isInTheWay = true }
        if machine.openCryptokiFault != nil, missing.contains("pkcs11") { isInTheWay = true }
        return .found(
            "this session does not have the group\(missing.count > 1 ? "s" : "") \(missing.joined(separator: ", ")) yet",
            [
                Evidence("/etc/group", "names the user in \(missing.joined(separator: ", "))"),
                Evidence("groups of this process", "\(user.groupIDs.map(String.init).joined(separator: " "))"),
            ],
            severity: isInTheWay ? .failure : .warning,
            remedies: [
                Remedy("log out and in again", needs: .newLogin),
                Remedy("start a shell with the group", commands: ["newgrp \(missing[0])"]),
            ]
        )
    }
}
