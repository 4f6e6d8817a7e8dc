internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore

/// `jeton keystore init`.
struct KeystoreInitCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the keystore.",
        discussion: """
            The options choose how it is unlocked; without any, a passphrase is asked for. `jeton keystore slot add` \
            adds more ways, such as a recovery recipient in case the passphrase is forgotten.
            """
    )

    @OptionGroup var slot: NewSlotOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        let access = try KeystoreAccess(keystore)
        let directory = access.configuration.directory
        // Nobody types a passphrase twice to hear that there is a keystore.
        guard !FileSource.exists(directory + "/keybag") else {
            throw CommandError(
                "\(directory) already holds a keystore",
                hints: ["`jeton keystore status` shows it"],
                exitCode: .keystore
            )
        }
        try Keychain.hardenProcess()
        let keychain = try Keychain.create(access.configuration, unlockedBy: slot.slot())
        let slots = try keychain.slots()
        return try answer(
            "jeton.keystore.init/1",
            ["path": directory, "slots": slots.map { KeystoreSlotCommand.json($0) }],
            [
                "created the keystore in \(directory); it is unlocked by: \(slots.map(\.kind.description).joined(separator: ", "))"
            ]
        )
    }
}
