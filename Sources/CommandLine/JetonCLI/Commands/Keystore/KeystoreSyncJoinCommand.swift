internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync join`.
struct KeystoreSyncJoinCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Accept the list of devices, on a device whose card was added."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The list's fingerprint as the device that added this one shows it.", valueName: "text"))
    var fingerprint: String

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        let list = try sync.session.join(fingerprint: fingerprint, keys: sync.keys)
        let name = sync.name
        return try answer(
            "jeton.keystore.sync.join/1",
            KeystoreSyncCommand.members(list),
            [
                "'\(ItemReport.harmless(name))' takes part; devices: \(list.members.count)",
                "now: jeton keystore sync run",
            ]
        )
    }
}
