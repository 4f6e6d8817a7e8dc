/// This user is not allowed to read SoftHSM's configuration.
enum SofthsmConfUnreadable: Check {
    static let page = CheckPage(
        id: "softhsm-conf-unreadable",
        layer: .module,
        title: "this user is not allowed to read SoftHSM's configuration",
        symptom: "`CKR_GENERAL_ERROR` (0x5) for a user, while it works as root.",
        cause: "Debian gives only the group `softhsm` access to `/etc/softhsm`.",
        detection: "The configuration that SoftHSM would read exists, and access to it or its directory is denied.",
        causes: ["env-group-not-effective"],
        remedies: [
            Remedy("join the group", commands: ["usermod -aG softhsm USER"], needs: [.root, .newLogin]),
            Remedy(
                "to use your own tokens, write `directories.tokendir = DIRECTORY` to your own configuration file",
                commands: ["mkdir -p ~/.config/softhsm2", "editor ~/.config/softhsm2/softhsm2.conf"]
            ),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .forbiddenConfiguration(let path, let part)? = machine.softHSMFault else { return .passed }
        let mode = (try? machine.probe.status(of: part)).map { "mode \($0.octalPermissions), group \($0.groupID)" }
        return .found(
            "user \(machine.probe.identity.userID) is not allowed to read SoftHSM's configuration \(path)",
            [Evidence("\(part)", "EACCES, \(mode ?? "hidden")")] + machine.softHSMEvidence,
            severity: machine.severityOfBrokenModule,
            about: machine.softHSMSubjects,
            remedies: path.hasPrefix("/etc/softhsm") ? nil : remedies(part, machine)
        )
    }

    private static func remedies(_ part: String, _ machine: Machine) -> [Remedy] {
        guard let status = try? machine.probe.status(of: part) else { return [.askAdministrator] }
        if status.userID == machine.probe.identity.userID { return [machine.ownAccess(to: part, status)] }
        return [
            Remedy(
                "run the program as user \(status.userID), who owns it, or name a configuration of your own",
                commands: ["ls -ld \(part)", "export SOFTHSM2_CONF=FILE"]
            )
        ]
    }
}
