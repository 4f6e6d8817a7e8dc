internal import ArgumentParser
internal import Glibc

/// `jeton keystore sync schedule`.
struct KeystoreSyncScheduleCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Write user units of systemd that run `sync run`.",
        discussion: """
            A timer runs it at an interval, and a path unit when a file in the folder changes. Nothing is synchronized \
            while the keystore is locked. The answer names the command that enables the units.
            """
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("Interval of the timer; 1 to 1440 minutes.", valueName: "minutes"))
    var minutes = 15

    @Option(
        name: .long,
        help: ArgumentHelp("Directory of the units (default: that of your systemd).", valueName: "directory"),
        completion: .directory
    )
    var out: String?

    @Flag(name: .long, help: "Remove the units.")
    var remove = false

    private static let name = "jeton-keystore-sync"

    func execute() throws -> ExitCode {
        guard (1...1440).contains(minutes) else {
            throw CommandError.usage("--minutes is \(minutes), and must be 1 to 1440")
        }
        let directory = try out ?? SystemdUnit.userDirectory()
        let names = ["service", "timer", "path"].map { "\(Self.name).\($0)" }
        let paths = names.map { "\(directory)/\($0)" }
        if remove {
            for path in paths where unsafe unlink(path) != 0 && errno != ENOENT {
                throw CommandError("\(path) can't be removed: \(Process.reason(errno))", exitCode: .inputOutput)
            }
            return try finish(paths, "removed", "systemctl --user disable --now \(names[1]) \(names[2])")
        }
        let folder = try SyncAccess.folder(keystore)
        try SystemdUnit.makeDirectory(directory)
        for (path, text) in zip(paths, try [service(), timer, self.path(folder)]) {
            try FileOutput.write(Array(text.utf8), to: path, force: true)
        }
        return try finish(
            paths,
            "written",
            "systemctl --user daemon-reload && systemctl --user enable --now \(names[1]) \(names[2])"
        )
    }

    private func finish(_ paths: [String], _ word: String, _ command: String) throws -> ExitCode {
        try answer(
            "jeton.keystore.sync.schedule/1",
            [("units", .array(paths.map { .string($0) })), ("command", .string(command))],
            paths.map { "\(word): \($0)" } + ["now: \(command)"]
        )
        return .success
    }

    private func service() throws(CommandError) -> String {
        guard let program = Process.executable else {
            throw CommandError("the path of this program is unknown", exitCode: .inputOutput)
        }
        let words =
            [program, "keystore", "sync", "run", "--if-unlocked"]
            + (keystore.allowNetworkFileSystem ? ["--allow-network-file-system"] : [])
        let variables = ["JETON_DATA", "XDG_DATA_HOME", "XDG_STATE_HOME"].compactMap { name in
            Process.variable(name).flatMap { $0.isEmpty ? nil : "Environment=\(SystemdUnit.quoted("\(name)=\($0)"))\n" }
        }
        return """
            [Unit]
            Description=Synchronize the keystore of Jeton

            [Service]
            Type=oneshot
            \(variables.joined())ExecStart=\(words.map { SystemdUnit.quoted($0, inCommand: true) }.joined(separator: " "))
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
