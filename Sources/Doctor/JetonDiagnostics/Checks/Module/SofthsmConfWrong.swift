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
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        switch machine.softHSMFault {
        case .wrongConfiguration(let path, let reason)?:
            .found(
                "SoftHSM's configuration \(path) \(reason)",
                machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects
            )
        case .missingBackend(let place)?:
            .found(
                "\(place) asks for the store 'db', which this build of SoftHSM does not have",
                machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects,
                remedies: [Remedy("write `objectstore.backend = file`, or use a build that is linked with SQLite")]
            )
        default: .passed
        }
    }
}
