/// SoftHSM's configuration is missing, or does not say where tokens are.
enum SofthsmConfWrong: Check {
    static let page = CheckPage(
        id: "softhsm-conf-wrong",
        layer: .module,
        title: "SoftHSM's configuration is missing or wrong",
        symptom: "`CKR_GENERAL_ERROR` (0x5); \"Could not load the SoftHSM configuration\".",
        cause: "`SOFTHSM2_CONF` names a file that does not exist, or the variable or the syntax is that of SoftHSM 1.",
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

    /// Writing the home directory in place of a `~` that no shell has expanded.
    private static func literalHome(_ path: String, _ machine: Machine) -> [Remedy]? {
        guard path.hasPrefix("~/"), let home = machine.home else { return nil }
        return [
            Remedy(
                "write the directory in place of ~ in SOFTHSM2_CONF: the shell does not expand ~ within quotes",
                commands: ["export SOFTHSM2_CONF=\("\(home)\(path.dropFirst())")"]
            )
        ] + page.remedies
    }

    static func run(on machine: Machine) -> CheckOutcome {
        switch machine.softHSMFault {
        case .wrongConfiguration(let path, let reason)?:
            .found(
                machine.probe.variables["SOFTHSM2_CONF"] == path
                    ? "SoftHSM's configuration \(path), which SOFTHSM2_CONF names, \(reason)"
                    : "SoftHSM's configuration \(path) \(reason)",
                machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects,
                remedies: literalHome(path, machine)
            )
        case .missingBackend(let place)?:
            .found(
                "\(place) selects the store 'db', which this build of SoftHSM does not support",
                machine.softHSMEvidence,
                severity: machine.severityOfBrokenModule,
                about: machine.softHSMSubjects,
                remedies: [Remedy("write `objectstore.backend = file`, or use a build that is linked with SQLite")]
            )
        default: .passed
        }
    }
}
