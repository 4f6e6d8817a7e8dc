/// SoftHSM's token directory can't be used.
enum SofthsmTokendir: Check {
    static let page = CheckPage(
        id: "softhsm-tokendir",
        layer: .module,
        title: "SoftHSM's token directory can't be used by this user",
        symptom: "`CKR_GENERAL_ERROR` (0x5), \"Could not initialize the library\"; tokens made by root are not shown.",
        cause:
            "The directory was never created, or the tokens belong to another user: their directories have mode 0700.",
        detection: "`directories.tokendir` and each token's directory in it are checked for access as this user.",
        remedies: [
            Remedy("create the directory", commands: ["mkdir -p DIRECTORY"]),
            Remedy("make tokens as the user who uses them, or give them to that user", needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        switch machine.softHSMFault {
        case .tokenDirectory(let folder, let reason):
            return .found(
                "SoftHSM can't use its token directory \(folder)",
                [Evidence("\(folder)", "\(reason)")] + machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects,
                remedies: [
                    machine.exists(folder)
                        ? Remedy(
                            "give it to the user",
                            commands: ["chown \(machine.probe.identity.userName) \(folder)", "chmod u+rwx \(folder)"],
                            needs: .root
                        )
                        : Remedy("create the directory", commands: ["mkdir -p \(folder)"])
                ]
            )
        case .foreignTokens(let folders):
            return .found(
                "\(folders.count) of SoftHSM's tokens belong to another user",
                [Evidence("not accessible", "\(folders.joined(separator: ", "))")] + machine.softHSMEvidence,
                severity: machine.hasUsableToken ? .warning : .failure,
                about: machine.softHSMSubjects,
                remedies: [
                    Remedy(
                        "give the tokens to the user",
                        commands: folders.map { "chown -R \(machine.probe.identity.userName) \($0)" },
                        needs: .root
                    )
                ]
            )
        default: return .passed
        }
    }
}
