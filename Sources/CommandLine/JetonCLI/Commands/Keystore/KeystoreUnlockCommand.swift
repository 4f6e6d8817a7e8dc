internal import ArgumentParser
internal import Keystore

/// `jeton keystore unlock`.
struct KeystoreUnlockCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock the keystore for a while, for the commands that follow.",
        discussion: """
            The key that opens the items lies in the kernel's keyring of the user until the time is over, `jeton \
            keystore lock` is called, or the machine is switched off. Every program of the user can read it there. \
            Programs that use the keystore as a library unlock it for themselves.
            """
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("For how long; 1 to 1440.", valueName: "minutes"))
    var minutes: UInt32 = 15

    func execute() throws -> ExitCode {
        guard (1...1440).contains(minutes) else {
            throw CommandError.usage("--minutes is \(minutes), and must be 1 to 1440")
        }
        let access = try KeystoreAccess(keystore)
        let keychain = try access.open()
        let method = try access.method(unlock, keychain)
        try keychain.unlock(method, rememberedFor: minutes * 60)
        try answer(
            "jeton.keystore.unlock/1",
            [("path", .string(access.configuration.directory)), ("minutes", .number(Int(minutes)))],
            ["the keystore is unlocked for \(minutes) minute\(minutes == 1 ? "" : "s")"]
        )
        return .success
    }
}
