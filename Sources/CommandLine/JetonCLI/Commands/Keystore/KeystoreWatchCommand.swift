internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonThreads
internal import SigningDesk
internal import Synchronization

/// `jeton keystore watch`.
struct KeystoreWatchCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Lock the keystore with the session and before sleep.",
        discussion: """
            Listens to systemd-logind over D-Bus and locks as `jeton keystore lock` does; runs until stopped. With \
            --token or --reader it also locks when that token is removed from its PC/SC reader. Without systemd-logind \
            it ends with an error, unless a token was chosen. --install writes the user unit \
            jeton-keystore-lock.service, which runs it with the given options.
            """
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Also lock when a session becomes idle, after the desktop's time.")
    var idle = false

    @Flag(help: "Write the user unit of systemd, and print the command that enables it.")
    var install = false

    @Flag(help: "Remove the user unit, and print the command that disables it.")
    var uninstall = false

    @Option(
        help: ArgumentHelp("Directory of the unit (default: that of your systemd).", valueName: "directory"),
        completion: .directory
    )
    var out: String?

    private static let unit = "jeton-keystore-lock.service"

    private var choosesToken: Bool { tokens.token != nil || tokens.reader != nil }

    func validate() throws {
        try OptionRule.check(.excludes(["--install": install, "--uninstall": uninstall]))
    }

    func execute() throws -> ExitCode {
        if install || uninstall { return try changeUnit() }
        guard out == nil else { throw CommandError.usage("--out requires --install or --uninstall") }
        let watched = WatchedKeystore(access: try KeystoreAccess(keystore), printsJSON: output.json)
        if choosesToken {
            let removals = try TokenRemovals(tokens.query())
            guard OwnThread.start({ removals.run { watched.lock("token") } }) else {
                throw CommandError("can't start another thread", exitCode: .inputOutput)
            }
        }
        var events = try loginEvents()
        while true {
            let event = try events.next()
            guard idle || event != .idle else { continue }
            watched.lock(event.rawValue)
            if event == .sleep { events.allowSleep() }
        }
    }

    /// The login manager's events; without one, and with a token, this does not return.
    private func loginEvents() throws(KeystoreError) -> LoginEvents {
        do throws(KeystoreError) { return try LoginEvents() } catch {
            guard choosesToken else { throw error }
            Console.note("warning: \(error)")
            Console.note("hint: only the removal of the token locks the keystore")
            TokenRemovals.waitForever()
        }
    }

    // MARK: - The unit

    private func changeUnit() throws -> ExitCode {
        let directory = try out ?? SystemdUnit.userDirectory()
        let path = "\(directory)/\(Self.unit)"
        let command: String
        if uninstall {
            try SystemdUnit.remove([path])
            command = "systemctl --user disable --now \(Self.unit)"
        } else {
            try SystemdUnit.write([(path, unitText())], in: directory)
            command = "systemctl --user daemon-reload && systemctl --user enable --now \(Self.unit)"
        }
        return try answer(
            "jeton.keystore.watch.unit/1",
            ["units": [path], "command": command],
            ["\(install ? "written" : "removed"): \(path)", "now: \(command)"]
        )
    }

    private func unitText() throws -> String {
        var words = ["keystore", "watch"]
        if idle { words.append("--idle") }
        for (option, value) in [("--token", tokens.token), ("--reader", tokens.reader)] {
            if let value { words += [option, value] }
        }
        for module in tokens.modules.module { words += ["--module", module] }
        if keystore.allowNetworkFileSystem { words.append("--allow-network-file-system") }
        return """
            [Unit]
            Description=Lock the Jeton keystore with the session and before sleep

            [Service]
            \(try SystemdUnit.execution(words))
            Restart=on-failure
            RestartSec=30
            NoNewPrivileges=yes

            [Install]
            WantedBy=default.target

            """
    }
}

/// The keystore that a watcher locks, from whichever thread notices the reason.
private final class WatchedKeystore: Sendable {
    private let access: KeystoreAccess
    private let printsJSON: Bool
    private let turn = Mutex(())

    init(access: KeystoreAccess, printsJSON: Bool) {
        self.access = access
        self.printsJSON = printsJSON
    }

    /// Locks it, and says so; what goes wrong is a warning, as the next event is waited for anyway.
    func lock(_ event: String) {
        turn.withLock { _ in
            do {
                // Opened each time: there may be no store yet, or another one by now.
                let wasUnlocked = try access.open().forgetRemembered()
                guard printsJSON else {
                    return try Console.print("\(event): the keystore \(wasUnlocked ? "is" : "was already") locked")
                }
                let document = JSON.object([
                    "schema": "jeton.keystore.watch/1", "event": event, "wasUnlocked": wasUnlocked,
                ])
                try Console.print(verbatim: document.line)
            } catch {
                Console.note("warning: \(ErrorReport.describe(error).message)")
            }
        }
    }
}
