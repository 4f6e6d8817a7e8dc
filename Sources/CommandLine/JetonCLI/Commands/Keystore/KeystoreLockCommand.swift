internal import ArgumentParser
internal import Keystore

/// `jeton keystore lock`.
struct KeystoreLockCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Remove the key that `unlock` left in the kernel keyring.",
        discussion: "Items that are readable after the first unlock stay readable until the machine restarts."
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let keychain = try KeystoreAccess(keystore).open()
        let wasUnlocked = try keychain.forgetRemembered()
        try answer(
            "jeton.keystore.lock/1",
            [("path", .string(keychain.configuration.directory)), ("wasUnlocked", .bool(wasUnlocked))],
            [wasUnlocked ? "the keystore is locked" : "the keystore was locked already"]
        )
        return .success
    }
}
