internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync card`.
struct KeystoreSyncCardCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "Print this device's card, for a member to add.",
        discussion: """
            The card is one line without secrets; send it by any means. Compare its fingerprint on both screens \
            yourself.
            """
    )

    @OptionGroup var device: SyncFolderOptions

    var output: OutputOptions { device.output }

    func execute() throws -> ExitCode {
        let sync = try device.open()
        let member = try sync.member()
        if !output.json { Console.message("fingerprint of this card: \(member.fingerprint)") }
        return try answer(
            "jeton.keystore.sync.card/1",
            ["card": member.card, "device": KeystoreSyncCommand.json(member)],
            [member.card]
        )
    }
}
