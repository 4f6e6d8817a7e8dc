internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync run`.
struct KeystoreSyncRunCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Exchange changes with the other devices."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        name: .long,
        help: "For a device that was silent for over 180 days: replace the items here with those of the others."
    )
    var rejoin = false

    func execute() throws -> ExitCode {
        let sync = try SyncAccess(unlock, keystore)
        var store = KeychainSyncStore(sync.keychain)
        let report = try sync.session.run(&store, keys: sync.keys, now: SyncAccess.now, rejoins: rejoin)
        for notice in report.notices { Console.note("warning: \(notice)") }
        if !report.conflicts.isEmpty {
            Console.note(
                "warning: \(report.conflicts.count) secrets lost against others; `jeton keystore sync conflicts`"
            )
        }
        try answer(
            "jeton.keystore.sync.run/1",
            [
                ("applied", names(report.applied)), ("published", names(report.published)),
                ("postponed", names(report.postponed)), ("conflicts", .number(report.conflicts.count)),
                ("bundle", .count(report.sequence.map { UInt(clamping: $0) })),
                (
                    "notices",
                    .array(
                        report.notices.map {
                            .object([
                                ("kind", .string($0.kind.rawValue)), ("file", .string($0.file)),
                                ("text", .string($0.text)),
                            ])
                        }
                    )
                ),
            ],
            [
                "applied: \(report.applied.count), published: \(report.published.count), "
                    + "postponed: \(report.postponed.count)"
            ]
        )
        return .success
    }

    private func names(_ keys: [SyncKey]) -> JSON {
        .array(keys.map { .object(KeystoreSyncCommand.members($0)) })
    }
}
