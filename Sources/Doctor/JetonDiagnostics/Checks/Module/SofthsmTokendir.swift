/// SoftHSM's token directory can't be used.
enum SofthsmTokendir: Check {
    static let page = CheckPage(
        id: "softhsm-tokendir",
        layer: .module,
        title: "SoftHSM's token directory can't be used by this user",
        symptom:
            "`CKR_GENERAL_ERROR` (0x5), \"Could not initialize the library\"; tokens created by root are not shown.",
        cause:
            "The directory was never created, or the tokens belong to another user: their directories have mode 0700.",
        detection: "`directories.tokendir` and each token's directory in it are checked for access as this user.",
        remedies: [
            Remedy(
                "mount or restore the directory that contains the tokens; create a directory only for the first token"
            ),
            Remedy("run the program as the user who created the tokens, or configure a directory of your own"),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        switch machine.softHSMFault {
        case .tokenDirectory(let folder, let reason):
            return .found(
                "SoftHSM can't use its token directory \(folder)",
                [Evidence("\(folder)", "\(reason)")] + machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects,
                remedies: remedies(folder, machine)
            )
        case .foreignTokens(let folders):
            return .found(
                "\(folders.count) of SoftHSM's tokens belong to another user",
                [Evidence("not accessible", "\(folders.joined(separator: ", "))")] + machine.softHSMEvidence,
                severity: machine.hasUsableToken ? .warning : .failure,
                about: machine.softHSMSubjects,
                remedies: [
                    Remedy(
                        "run the program as the user who created the tokens",
                        commands: folders.prefix(4).map { "ls -ld \($0)" }
                    ),
                    ownDirectory,
                ]
            )
        default: return .passed
        }
    }

    private static let ownDirectory = Remedy(
        "to use your own tokens, select a configuration with your own `directories.tokendir`",
        commands: ["export SOFTHSM2_CONF=FILE"]
    )

    private static func remedies(_ folder: String, _ machine: Machine) -> [Remedy] {
        guard let status = try? machine.probe.status(of: folder) else {
            return [
                Remedy("mount or restore the directory that contains the tokens, or correct the configuration"),
                Remedy("only if there never was a token: create the directory", commands: ["mkdir -p \(folder)"]),
            ]
        }
        guard status.kind == .directory else {
            return [Remedy("restore the directory that contains the tokens", commands: ["ls -ld \(folder)"])]
        }
        if machine.sandbox.isWeakRoot { return machine.accessRemedies(folder) }
        let user = machine.probe.identity
        if status.userID == user.userID { return [machine.ownAccess(to: folder, status)] }
        // Debian's directory is for the members of a group.
        if folder.hasPrefix("/var/lib/softhsm") {
            let join = Remedy(
                "join the group",
                commands: ["usermod -aG softhsm \(user.userName)"],
                needs: [.root, .newLogin]
            )
            return [join, ownDirectory]
        }
        return [
            Remedy("run the program as user \(status.userID), who owns it", commands: ["ls -ld \(folder)"]),
            ownDirectory,
        ]
    }
}
