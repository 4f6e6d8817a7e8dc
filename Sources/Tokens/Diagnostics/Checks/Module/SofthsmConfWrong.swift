/// SoftHSM's configuration is missing, or does not say where tokens are.
enum SofthsmConfWrong: Check {
    static let page = CheckPage(
        id: "softhsm-conf-wrong",
        layer: .module,
        title: "SoftHSM's configuration is missing or wrong",
        symptom: "`CKR_GENERAL_ERROR` (0x5); \"Could not load the SoftHSM configuration\".",
        cause: "`SOFTHSM2_CONF` leads nowhere, or the variable or the syntax is that of SoftHSM 1.",
        detection: """
            `$SOFTHSM2_CONF`, otherwise the user's `.config/softhsm2/softhsm2.conf`, otherwise \
            `/etc/softhsm/softhsm2.conf` is read for `directories.tokendir` and `objectstore.backend`; `db` needs a build \
            that is linked with SQLite.
            """,
        remedies: [
            Remedy("correct or remove the variable", commands: ["unset SOFTHSM2_CONF"]),
            Remedy("write `directories.tokendir = DIRECTORY` into the configuration"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .wrongConfiguration(let path, let reason)? = machine.softHSMFault else { return .passed }
        return .found(
            "SoftHSM's configuration \(path) \(reason)",
            machine.softHSMEvidence,
            severity: machine.severityOfBrokenModule,
            about: machine.softHSMSubjects
        )
    }
}
