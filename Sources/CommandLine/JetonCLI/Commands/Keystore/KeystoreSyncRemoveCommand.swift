internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync remove`.
struct KeystoreSyncRemoveCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Let a device no longer take part.",
        discussion: "What it has read it keeps: change the secrets that it must not know."
    )

    @Argument(help: ArgumentHelp("The device, as `sync status` shows it, or its name.", valueName: "device"))
    var device: String
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Remove without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        let members = try sync.session.membership(keys: sync.keys).members
        guard let member = members.first(where: { $0.device.rawValue == device || $0.name == device }) else {
            throw CommandError.notFound(
                "there is no device '\(device)'",
                hints: ["`jeton keystore sync status` lists the devices"]
            )
        }
        try Confirmation.ask("'\(ItemReport.harmless(member.name))' will get no further changes.", yes: yes)
        let list = try sync.session.remove(member.device, keys: sync.keys)
        try answer(
            "jeton.keystore.sync.remove/1",
            KeystoreSyncCommand.members(list),
            [
                "'\(ItemReport.harmless(member.name))' no longer takes part; "
                    + "change the secrets that it must not know"
            ]
        )
        return .success
    }
}
