internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync run`.
struct KeystoreSyncRunCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Exchange changes with the other devices."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "For a device inactive for over 180 days: replace its items with those of the others.")
    var rejoin = false

    @Flag(help: "Do nothing while the keystore is locked; for timers.")
    var ifUnlocked = false

    func execute() throws -> ExitCode {
        let report: SyncReport
        if ifUnlocked {
            guard let sync = try SyncAccess.ifUnlocked(unlock, keystore) else {
                Console.note("note: the keystore is locked; nothing was synchronized")
                return .success
            }
            report = try sync.run(rejoins: rejoin)
        } else {
            report = try SyncAccess(unlock, keystore).run(rejoins: rejoin)
        }
        return try answer(
            "jeton.keystore.sync.run/1",
            [
                "applied": names(report.applied), "published": names(report.published),
                "postponed": names(report.postponed), "conflicts": report.conflicts.count,
                "bundle": report.sequence.map { UInt(clamping: $0) },
                "notices": JSON.array(report.notices) {
                    .object(["kind": $0.kind.rawValue, "file": $0.file, "text": $0.text])
                },
            ],
            [
                "items changed here: \(report.applied.count), sent: \(report.published.count), "
                    + "left for the next run: \(report.postponed.count)"
            ]
        )
    }

    private func names(_ keys: [SyncKey]) -> JSON {
        .array(keys.map { .object(KeystoreSyncCommand.members($0)) })
    }
}
