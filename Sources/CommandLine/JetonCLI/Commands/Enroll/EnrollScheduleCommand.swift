internal import ArgumentParser
internal import JetonOctets

/// `jeton enroll schedule`.
struct EnrollScheduleCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Write user units of systemd that ask for certificates.",
        discussion: """
            A timer runs `jeton enroll collect --without-token --notify` every hour; each service is asked at most every \
            6 hours. No PIN, password or passphrase is asked for: what comes is kept for the next login. The answer names \
            the command that enables the units.
            """
    )

    @Option(
        help: ArgumentHelp("Directory of the units (default: that of your systemd).", valueName: "directory"),
        completion: .directory
    )
    var out: String?

    @Flag(help: "Remove the units.")
    var remove = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    private static let name = "jeton-enroll"

    func execute() throws -> ExitCode {
        let directory = try out ?? SystemdUnit.userDirectory()
        let names = ["service", "timer"].map { "\(Self.name).\($0)" }
        let paths = names.map { "\(directory)/\($0)" }
        if remove {
            try SystemdUnit.remove(paths)
            return try finish(paths, "removed", "systemctl --user disable --now \(names[1])")
        }
        try SystemdUnit.write(Array(zip(paths, [service(), timer])), in: directory)
        return try finish(
            paths,
            "written",
            "systemctl --user daemon-reload && systemctl --user enable --now \(names[1])"
        )
    }

    private func finish(_ paths: [String], _ word: String, _ command: String) throws -> ExitCode {
        try answer(
            "jeton.enroll.schedule/1",
            ["units": paths, "command": command],
            paths.map { "\(word): \($0)" } + ["now: \(command)"]
        )
    }

    private func service() throws(CommandError) -> String {
        var words = ["enroll", "collect", "--without-token", "--notify"]
        for file in network.serverTrust {
            guard file.hasPrefix("/") else {
                throw .usage("--server-trust names '\(file)', which is not an absolute path, in a unit")
            }
            words += ["--server-trust", file]
        }
        return """
            [Unit]
            Description=Ask for the certificates that Jeton waits for

            [Service]
            Type=oneshot
            \(try SystemdUnit.execution(words))
            Nice=10
            NoNewPrivileges=yes

            """
    }

    private var timer: String {
        """
        [Unit]
        Description=Ask for the certificates that Jeton waits for, every hour

        [Timer]
        OnActiveSec=5min
        OnUnitActiveSec=1h
        RandomizedDelaySec=20min

        [Install]
        WantedBy=timers.target

        """
    }
}
