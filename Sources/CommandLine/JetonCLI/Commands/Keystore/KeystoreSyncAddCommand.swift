internal import ArgumentParser
internal import JetonFiles
internal import JetonOctets
internal import KeystoreSync

/// `jeton keystore sync add`.
struct KeystoreSyncAddCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add another of your devices, identified by its card file."
    )

    @Argument(help: ArgumentHelp("A file with the card, or - for the standard input.", valueName: "card"))
    var card: String
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("Fingerprint of the card as the other screen shows it (default: prompt).", valueName: "text")
    )
    var fingerprint: String?

    func execute() throws -> ExitCode {
        let octets = try FileSource.contents(of: card, limit: 4096)
        let text = String(decoding: octets, as: UTF8.self).lines().map(String.init)
        guard text.count == 1, let line = text.first else {
            throw CommandError("\(card) is not a device card", exitCode: .inputOutput)
        }
        let member = try SyncMember(card: line)
        if let fingerprint {
            guard fingerprint == member.fingerprint else {
                throw CommandError(
                    "the card has the fingerprint \(member.fingerprint), not \(fingerprint)",
                    hints: ["compare both screens again: the card may have been changed in transit"],
                    exitCode: .keystore
                )
            }
        } else {
            guard Console.isTerminal(0), Console.isTerminal(2) else {
                throw CommandError.usage(
                    "give the card's fingerprint with --fingerprint",
                    hints: ["the device that created the card shows it"]
                )
            }
            try Confirmation.ask(
                "'\(ItemReport.harmless(member.name))' with the fingerprint \(member.fingerprint) will read all "
                    + "synchronizable items.",
                yes: false
            )
        }
        let sync = try SyncAccess(unlock, keystore)
        let list = try sync.session.add(member, keys: sync.keys)
        if list.members.contains(where: { $0.name == member.name && $0.device != member.device }) {
            Console.note(
                "note: another device is also named '\(ItemReport.harmless(member.name))'; "
                    + "`jeton keystore sync status` tells them apart by their fingerprints"
            )
        }
        return try answer(
            "jeton.keystore.sync.add/1",
            KeystoreSyncCommand.members(list),
            [
                "'\(ItemReport.harmless(member.name))' takes part",
                "on that device: jeton keystore sync join --fingerprint \(list.fingerprint)",
            ]
        )
    }
}
