internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync status`.
struct KeystoreSyncStatusCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the directory and its devices."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        guard try sync.session.hasJoined else { return try answerWaiting(sync) }
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
        return try answer(
            "jeton.keystore.sync.status/1",
            ["folder": folder, "thisDevice": device.rawValue, "joined": true]
                + KeystoreSyncCommand.members(list),
            ["folder: \(folder)", "list of devices: version \(list.serial), \(list.fingerprint)"]
                + table.lines(style: Console.style)
        )
    }

    /// What a device with a card that has not joined has to do next.
    private func answerWaiting(_ sync: borrowing SyncAccess) throws -> ExitCode {
        let member = try sync.member()
        let folder = sync.folder
        let device = sync.keys.device.rawValue
        return try answer(
            "jeton.keystore.sync.status/1",
            ["folder": folder, "thisDevice": device, "joined": false, "devices": [KeystoreSyncCommand.json(member)]],
            [
                "folder: \(folder)",
                "this device, '\(ItemReport.harmless(member.name))', has not joined; its card: \(member.fingerprint)",
                "1. here: jeton keystore sync card '\(ItemReport.harmless(folder))' >CARD",
                "2. on a device that takes part: jeton keystore sync add CARD --fingerprint \(member.fingerprint)",
                "3. here: jeton keystore sync join --fingerprint LIST, as the other device shows it",
                "`jeton keystore sync leave` undoes the card",
            ]
        )
    }
}
