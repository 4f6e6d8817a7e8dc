internal import ArgumentParser
internal import Keystore
internal import KeystoreBase

/// `jeton keystore watch`.
struct KeystoreWatchCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Lock the keystore with the session and before the machine sleeps.",
        discussion: """
            Waits for systemd-logind, over D-Bus, and does what `jeton keystore lock` does; it runs until it is ended. The \
            user unit jeton-keystore-lock.service starts it. Without systemd-logind it ends with an error.
            """
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Lock also when a session becomes idle, after the time that the desktop sets.")
    var idle = false

    func execute() throws -> ExitCode {
        let access = try KeystoreAccess(keystore)
        var events = try LoginEvents()
        while true {
            let event = try events.next()
            guard idle || event != .idle else { continue }
            do {
                // Opened each time: there may be no store yet, or another one by now.
                let wasUnlocked = try access.open().forgetRemembered()
                try report(event, wasUnlocked)
            } catch let error as KeystoreError {
                Console.note("warning: \(error)")
            }
            if event == .sleep { events.allowSleep() }
        }
    }
    /// Prints one event on one line, as text or as a document.
    private func report(_ event: LoginEvents.Event, _ wasUnlocked: Bool) throws {
        guard output.json else {
            return try Console.print("\(event.rawValue): the keystore \(wasUnlocked ? "is" : "was already") locked")
        }
        let document = JSON.object([
            ("schema", .string("jeton.keystore.watch/1")), ("event", .string(event.rawValue)),
            ("wasUnlocked", .bool(wasUnlocked)),
        ])
        try Console.print(verbatim: document.line)
    }
}
