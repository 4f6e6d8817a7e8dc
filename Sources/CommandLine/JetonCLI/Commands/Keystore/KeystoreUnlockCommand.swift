internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore unlock`.
struct KeystoreUnlockCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock the keystore for later commands, for a limited time.",
        discussion: """
            The key that opens the items stays in the kernel keyring of the user until the time limit, `jeton keystore \
            lock`, or a restart of the machine. The key of the items that are readable after the first unlock stays \
            there until the machine restarts, also after `lock`. Until then, every program of the user can read both. \
            Programs that use the keystore as a library unlock it themselves.
            """
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var token: TokenUnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Minutes until the keystore is locked again, 1 to 1440.", valueName: "minutes"))
    var minutes: UInt32 = 15

    var asksLate: Bool { true }
    var loadsModules: Bool { token.tokenKey != nil }

    func execute() throws -> ExitCode {
        guard (1...1440).contains(minutes) else {
            throw CommandError.usage("--minutes must be between 1 and 1440, not \(minutes)")
        }
        let access = try KeystoreAccess(keystore)
        let keychain = try access.open()
        if let key = try token.key(beside: unlock) {
            do { try keychain.unlock(.token(key), rememberedFor: minutes * 60) } catch { throw key.failure ?? error }
        } else {
            try keychain.unlock(access.method(unlock, keychain, isUnlocking: true), rememberedFor: minutes * 60)
        }
        return try answer(
            "jeton.keystore.unlock/1",
            ["path": access.configuration.directory, "minutes": Int(minutes)],
            ["the keystore is unlocked for \(minutes) minute\(minutes == 1 ? "" : "s")"]
        )
    }
}
