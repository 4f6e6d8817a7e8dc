internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync status`.
struct KeystoreSyncStatusCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the folder and the devices that take part."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        let list = try sync.session.membership(keys: sync.keys)
        let device = sync.keys.device
        let folder = sync.folder
        var table = Table(["device", "name", "fingerprint", "this one"])
        for member in list.members {
            table.add([
                member.device.rawValue, ItemReport.harmless(member.name), member.fingerprint,
                member.device == device ? "yes" : "",
            ])
        }
        try answer(
            "jeton.keystore.sync.status/1",
            [("folder", .string(folder)), ("thisDevice", .string(device.rawValue))]
                + KeystoreSyncCommand.members(list),
            ["folder: \(folder)", "list of devices: version \(list.serial), \(list.fingerprint)"]
                + table.lines(style: Console.style)
        )
        return .success
    }
}
