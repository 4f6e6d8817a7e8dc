internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync run`.
struct KeystoreSyncRunCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Take over what the other devices have changed, and tell them what was changed here."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(
        name: .long,
        help: "For a device that was silent for over 180 days: let what the others have replace what is here."
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
            ["\(report.applied.count) taken over, \(report.published.count) told, \(report.postponed.count) postponed"]
        )
        return .success
    }

    private func names(_ keys: [SyncKey]) -> JSON {
        .array(keys.map { .object(KeystoreSyncCommand.members($0)) })
    }
}
