internal import ArgumentParser
internal import JetonOctets

/// `jeton keystore sync schedule`.
struct KeystoreSyncScheduleCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Write systemd user units that run `sync run`.",
        discussion: """
            A timer runs it at an interval, and a path unit when a file in the folder changes. Nothing is synchronized \
            while the keystore is locked. The answer names the command that enables the units.
            """
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Interval of the timer; 1 to 1440 minutes.", valueName: "minutes"))
    var minutes = 15

    @Option(
        help: ArgumentHelp("Directory of the units (default: that of your systemd).", valueName: "directory"),
        completion: .directory
    )
    var out: String?

    @Flag(help: "Remove the units.")
    var remove = false

    private static let name = "jeton-keystore-sync"

    func execute() throws -> ExitCode {
        guard (1...1440).contains(minutes) else {
            throw CommandError.usage("--minutes must be between 1 and 1440, not \(minutes)")
        }
        let directory = try out ?? SystemdUnit.userDirectory()
        let names = ["service", "timer", "path"].map { "\(Self.name).\($0)" }
        let paths = names.map { "\(directory)/\($0)" }
        if remove {
            try SystemdUnit.remove(paths)
            return try finish(paths, "removed", "systemctl --user disable --now \(names[1]) \(names[2])")
        }
        let folder = try SyncAccess.folder(keystore)
        try SystemdUnit.write(Array(zip(paths, [service(), timer, self.path(folder)])), in: directory)
        return try finish(
            paths,
            "written",
            "systemctl --user daemon-reload && systemctl --user enable --now \(names[1]) \(names[2])"
        )
    }

    private func finish(_ paths: [String], _ word: String, _ command: String) throws -> ExitCode {
        return try answer(
            "jeton.keystore.sync.schedule/1",
            ["units": paths, "command": command],
            paths.map { "\(word): \($0)" } + ["now: \(command)"]
        )
    }

    private func service() throws(CommandError) -> String {
        let words =
            ["keystore", "sync", "run", "--if-unlocked"]
            + (keystore.allowNetworkFileSystem ? ["--allow-network-file-system"] : [])
        return """
            [Unit]
            Description=Synchronize the keystore of Jeton

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
        Description=Synchronize the keystore of Jeton every \(minutes) minutes

        [Timer]
        OnActiveSec=1min
        OnUnitActiveSec=\(minutes)min

        [Install]
        WantedBy=timers.target

        """
    }

    private func path(_ folder: String) -> String {
        """
        [Unit]
        Description=Synchronize the keystore of Jeton when another device has written

        [Path]
        PathChanged=\(folder.replacing("%", with: "%%"))

        [Install]
        WantedBy=default.target

        """
    }
}
