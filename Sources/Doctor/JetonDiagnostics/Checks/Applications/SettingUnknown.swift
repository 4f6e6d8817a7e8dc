internal import JetonOctets
internal import TokenKit

/// A line of a configuration means nothing to its program, or switches tokens off.
enum SettingUnknown: Check {
    static let page = CheckPage(
        id: "setting-unknown",
        layer: .application,
        title: "a program does not recognize a line of its configuration, or the line disables tokens",
        symptom: "A setting has no effect; gpg says \"No SmartCard daemon\".",
        cause: "A misspelled name, an invalid value, a path that does not exist, or a leftover setting.",
        detection: """
            The configurations of SoftHSM, OpenSC, pcscd, GnuPG, NSS and OpenSSH that are in use are read line \
            by line. An unknown name is reported if the doctor knows all settings of the program, or if the name \
            resembles one of them. Paths in opensc.conf that do not exist, `Match` criteria that ssh does not \
            know, and `disable-scdaemon` are also reported.
            """,
        remedies: [Remedy("correct the line")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let gpg = machine.gnuPGDirectory
        let files: [(path: String, application: Application?)] =
            [
                (machine.softHSMModules.isEmpty ? "" : machine.softHSMConfiguration, nil),
                (machine.openSCConfiguration ?? "", nil), ("\(gpg)/scdaemon.conf", .gpg),
                ("\(gpg)/gpg-agent.conf", .gpg),
                (machine.home.map { "\($0)/.ssh/config" } ?? "", .ssh),
            ] + machine.readerConfigurationFiles.map { ($0, nil) }
            + machine.nssDatabases.map { ($0.listPath, $0.application) }
        var sightings: [Sighting] = []
        for (path, application) in files where !path.isEmpty {
            // GnuPG's programs refuse to start; the others ignore the line.
            let isAsked = application.map { machine.isAskedAbout($0) } ?? false
            sightings += machine.settingFaults(of: path).map { fault in
                Sighting(
                    "\(fault.path) \(fault.fault)",
                    fault.evidence,
                    severity: isAsked ? .failure : .warning,
                    remedies: fault.remedies
                )
            }
        }
        return .foundOrPassed(sightings + switchedOff(machine) + pathsOfOpenSC(machine) + matches(machine))
    }

    private static let criteria: Set<String> = [
        "all", "canonical", "final", "exec", "host", "originalhost", "user", "localuser", "localnetwork", "tagged",
        "command", "version", "sessiontype",
    ]

    /// The `Match` lines that make ssh give up.
    private static func matches(_ machine: Machine) -> [Sighting] {
        machine.sshSettings.filter { $0.name == "match" }.compactMap { line in
            let criterion = line.words.first.map { String($0.lowercased().drop { $0 == "!" }) }
            guard criterion.map(criteria.contains) != true else { return nil }
            let reason: ReportText =
                criterion.map { "'\($0)' is not a valid Match criterion" } ?? "Match has no criterion"
            return Sighting(
                "\(line.place) stops ssh: \(reason)",
                [Evidence("\(line.place)", reason)],
                severity: machine.isAskedAbout(.ssh) ? .failure : .warning,
                remedies: [Remedy("use one of \(ReportText(value: criteria.sorted().joined(separator: ", ")))")]
            )
        }
    }

    private static func switchedOff(_ machine: Machine) -> [Sighting] {
        let path = "\(machine.gnuPGDirectory)/gpg-agent.conf"
        return machine.settings(in: path).filter { $0.name == "disable-scdaemon" }.map { setting in
            Sighting(
                "gpg uses no cards: \(setting.place) disables them",
                [Evidence("\(setting.place)", "disable-scdaemon")],
                severity: machine.severity(for: .gpg),
                remedies: [
                    Remedy(
                        "remove the line",
                        commands: ["sed -i '/^disable-scdaemon/d' \(path)", "gpgconf --kill gpg-agent"]
                    )
                ]
            )
        }
    }

    private static func pathsOfOpenSC(_ machine: Machine) -> [Sighting] {
        guard let file = machine.openSCConfiguration, let settings = machine.openSCSettings?.settings else { return [] }
        let modules = machine.modules.map(\.path).filter(machine.isOpenSC)
        let fails = machine.failedModules.contains { machine.isOpenSC($0.path) }
        return settings.filter { $0.name == "provider_library" }.flatMap { setting in
            setting.values.filter { $0.hasPrefix("/") && !machine.exists($0) }.map { value in
                Sighting(
                    "\(file):\(setting.line) names \(value), which does not exist",
                    [
                        Evidence("\(file):\(setting.line)", "\(setting.name) = \(value)"),
                        machine.absence(of: value),
                    ],
                    severity: fails ? machine.severityOfBrokenModule : .warning,
                    about: fails ? modules.map { .module($0) } : [],
                    remedies: [Remedy("correct the path, or remove line \(setting.line) of \(file)")]
                )
            }
        }
    }
}

extension Machine {
    /// The directory of GnuPG's configuration.
    var gnuPGDirectory: String { probe.variables["GNUPGHOME"] ?? home.map { "\($0)/.gnupg" } ?? "" }
}
