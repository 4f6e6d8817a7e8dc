internal import ArgumentParser
internal import Keystore

/// `jeton keystore lock`.
struct KeystoreLockCommand: LocalSubcommand {
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

    @Flag(name: .long, help: "Remove also the key of the items that are readable after the first unlock.")
    var all = false

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).open()
        let wasUnlocked = try keychain.forgetRemembered()
        let hadFirstUnlock = try all && keychain.forgetFirstUnlock()
        try answer(
            "jeton.keystore.lock/1",
            [("path", .string(keychain.configuration.directory)), ("wasUnlocked", .bool(wasUnlocked))]
                + (all ? [("hadFirstUnlockKey", .bool(hadFirstUnlock))] : []),
            [wasUnlocked ? "the keystore is locked" : "the keystore was locked already"]
                + (all ? ["items that are readable after the first unlock need an unlock again"] : [])
        )
        return .success
    }
}
