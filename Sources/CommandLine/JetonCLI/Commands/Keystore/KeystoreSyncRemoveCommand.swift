internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync remove`.
struct KeystoreSyncRemoveCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a device from synchronization.",
        discussion: "The device keeps everything it has read, so change the secrets that it should no longer have."
    )

    @Argument(
        help: ArgumentHelp("The device, its fingerprint or its name, as `sync status` shows them.", valueName: "device")
    )
    var device: String
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Remove without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        let members = try sync.session.membership(keys: sync.keys).members
        let found = members.filter { [$0.device.rawValue, $0.fingerprint, $0.name].contains(device) }
        guard let member = found.first else {
            throw CommandError.notFound(
                "there is no device '\(device)'",
                hints: ["`jeton keystore sync status` lists the devices"]
            )
        }
        guard found.count == 1 else {
            throw CommandError(
                "\(found.count) devices are named '\(device)'",
                hints: ["`jeton keystore sync status` shows which is which"],
                exitCode: .ambiguous,
                candidates: found.map(\.device.rawValue)
            )
        }
        guard member.device != sync.keys.device else {
            throw CommandError.usage("'\(device)' is this device", hints: ["`jeton keystore sync leave` removes it"])
        }
        try Confirmation.ask("'\(ItemReport.harmless(member.name))' will get no further changes.", yes: yes)
        let list = try sync.session.remove(member.device, keys: sync.keys)
        return try answer(
            "jeton.keystore.sync.remove/1",
            KeystoreSyncCommand.members(list),
            [
                "'\(ItemReport.harmless(member.name))' no longer takes part; "
                    + "change the secrets that it should no longer have"
            ]
        )
    }
}
