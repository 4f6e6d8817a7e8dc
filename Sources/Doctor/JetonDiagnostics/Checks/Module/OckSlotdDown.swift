/// opencryptoki's service is not running.
enum OckSlotdDown: Check {
    static let page = CheckPage(
        id: "ock-slotd-down",
        layer: .module,
        title: "opencryptoki's service is not running",
        symptom: "`CKR_FUNCTION_FAILED` (0x6) from `C_Initialize` of opencryptoki's module.",
        cause: "`pkcsslotd` was not started.",
        detection: "opencryptoki's module is in use, did not start, and no `pkcsslotd` process is running.",
        causes: ["ock-config"],
        remedies: [
            Remedy(
                "start the service",
                commands: [.systemctl("enable --now pkcsslotd")],
                needs: .root
            )
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .serviceDown(let module)? = machine.openCryptokiFault else { return .passed }
        let processes = Evidence("processes", "none is named pkcsslotd")
        let answer = machine.failedModules.first { $0.path == module }.map { Evidence("answer", "\($0.failure)") }
        return .found(
            "opencryptoki's service pkcsslotd is not running",
            [Evidence("module", "\(module)"), processes] + (answer.map { [$0] } ?? []),
            severity: machine.severityOfBrokenModule,
            about: [.module(module)],
            remedies: [
                Remedy(
                    "start the service",
                    commands: [.systemctl("enable --now pkcsslotd")],
                    needs: .root,
                    fix: .run(["systemctl", "enable", "--now", "pkcsslotd"]),
                    witnesses: answer.map { Witnesses(processes, $0) }
                )
            ]
        )
    }
}
