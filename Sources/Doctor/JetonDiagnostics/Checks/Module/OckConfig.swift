/// A file of opencryptoki's configuration is missing or unreadable.
enum OckConfig: Check {
    static let page = CheckPage(
        id: "ock-config",
        layer: .module,
        title: "an opencryptoki configuration file is missing or unreadable",
        symptom: "`CKR_GENERAL_ERROR` (0x5); the system log has lines about \"policy\".",
        cause: "The configuration was not installed, or was copied with the wrong permissions.",
        detection: """
            opencryptoki's module is in use and did not start, and opencryptoki.conf, policy.conf or, if there \
            is a policy, strength.conf in /etc/opencryptoki can't be read.
            """,
        remedies: [
            Remedy(
                "reinstall the package with its configuration",
                commands: ["apt-get install --reinstall -o Dpkg::Options::=--force-confmiss opencryptoki"],
                needs: .root
            ),
            Remedy(
                "join the group that is allowed to read the file",
                commands: ["usermod -aG pkcs11 USER"],
                needs: [.root, .newLogin]
            ),
        ],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .noConfiguration(let module, let path, let reason)? = machine.openCryptokiFault else {
            return .passed
        }
        return .found(
            "opencryptoki can't read \(path)",
            [Evidence("\(path)", "\(reason)"), Evidence("module", "\(module)")],
            severity: machine.severityOfBrokenModule,
            about: [.module(module)]
        )
    }
}
