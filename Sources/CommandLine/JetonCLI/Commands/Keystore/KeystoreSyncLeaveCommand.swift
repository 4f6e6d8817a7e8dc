internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync leave`.
struct KeystoreSyncLeaveCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Take this device out, or undo its card.",
        discussion: """
            The items stay here and on the other devices. This device's synchronization data, including its keys, is \
            deleted; afterwards it can start or join again. An interrupted `leave` can be repeated.
            """
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Leave without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        let (name, folder, device) = (sync.name, sync.folder, sync.keys.device.rawValue)
        try Confirmation.ask(
            "'\(ItemReport.harmless(name))' will no longer exchange items through \(ItemReport.harmless(folder)).",
            yes: yes
        )
        let isOut = try sync.session.leave(keys: sync.keys)
        try SyncDeviceStore(sync.keychain).forget()
        if !isOut {
            Console.note(
                "warning: the list of devices still names this one; on another device: "
                    + "jeton keystore sync remove \(device)"
            )
        }
        return try answer(
            "jeton.keystore.sync.leave/1",
            ["folder": folder, "device": device, "removedFromList": isOut],
            ["'\(ItemReport.harmless(name))' is removed; its items stay here"]
        )
    }
}
