/// This user is not in the group that opencryptoki requires.
enum OckGroup: Check {
    static let page = CheckPage(
        id: "ock-group",
        layer: .module,
        title: "this user is not in the group that opencryptoki requires",
        symptom: "`CKR_FUNCTION_FAILED` (0x6) for users, while it works as root; opencryptoki 3.17 hangs.",
        cause: "opencryptoki serves members of the group `pkcs11` only.",
        detection: "opencryptoki's module did not start, its service runs, and this process is not in the group.",
        causes: ["env-group-not-effective"],
        remedies: [Remedy("join the group", commands: ["usermod -aG pkcs11 USER"], needs: [.root, .newLogin])],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .notInGroup(let module)? = machine.openCryptokiFault else { return .passed }
        return .found(
            "user \(machine.probe.identity.userID) is not in the group pkcs11, which opencryptoki requires",
            [
                Evidence("module", "\(module)"),
                Evidence(
                    "groups of this process",
                    "\(machine.probe.identity.groupIDs.map(String.init).joined(separator: " "))"
                ),
            ],
            severity: machine.severityOfBrokenModule,
            about: [.module(module)]
        )
    }
}
