/// This user is not allowed to use the socket.
enum PcscdSocketEacces: Check {
    static let page = CheckPage(
        id: "pcscd-socket-eacces",
        layer: .service,
        title: "this user is not allowed to use pcscd's socket",
        symptom: "`SCARD_E_NO_SERVICE` (0x8010001D) for a user, while it works with sudo.",
        cause: """
            The distribution restricts the socket to a group, pcscd was started by hand with a strict umask, or \
            an access list or sandbox prevents access.
            """,
        detection: "The doctor's own connection to the socket fails with `EACCES`, which the client library hides.",
        needs: [.library],
        causes: ["pcscd-socket-env-wrong", "env-apparmor", "env-selinux"],
        remedies: [
            Remedy(
                "join the group that owns the socket",
                commands: ["usermod -aG GROUP USER"],
                needs: [.root, .newLogin]
            ),
            Remedy(
                "open the socket to all users, with SocketMode=0666",
                commands: [.systemctl("edit pcscd.socket"), .restartServiceSocket],
                needs: .root
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.service == .denied else { return .passed }
        var evidence = [machine.connectionEvidence]
        var path = ""
        for part in machine.socketPath.split(separator: "/") {
            path += "/\(part)"
            guard let status = try? machine.probe.status(of: path) else { continue }
            let isLast = path == machine.socketPath
            guard isLast || status.permissions & 0o001 == 0 else { continue }
            evidence.append(
                Evidence("\(path)", "owner \(status.userID), group \(status.groupID), mode \(status.octalPermissions)")
            )
        }
        let groups = machine.probe.identity.groupIDs.map(String.init).joined(separator: " ")
        evidence.append(Evidence("this user", "\(machine.probe.identity.userID), groups \(groups)"))
        return .found(
            "user \(machine.probe.identity.userID) is not allowed to use \(machine.socketPath)",
            evidence,
            about: [.service]
        )
    }
}
