internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore lock`.
struct KeystoreLockCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Remove the key that `unlock` left in the kernel keyring.",
        discussion: """
            Items that are readable after the first unlock stay readable until the machine restarts, or until `lock \
            --all`: then the keystore is as before the first unlock.
            """
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Also remove the key of items that are readable after the first unlock.")
    var all = false

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).open()
        let wasUnlocked = try keychain.forgetRemembered()
        let hadFirstUnlock = try all && keychain.forgetFirstUnlock()
        return try answer(
            "jeton.keystore.lock/1",
            ["path": keychain.configuration.directory, "wasUnlocked": wasUnlocked]
                + (all ? ["hadFirstUnlockKey": hadFirstUnlock] : [:]),
            [wasUnlocked ? "the keystore is locked" : "the keystore was locked already"]
                + (all ? ["items that are readable after the first unlock require another unlock"] : [])
        )
    }
}
