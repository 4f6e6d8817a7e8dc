internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore repair`.
struct KeystoreRepairCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Rebuild damaged groups from their authentic records.",
        discussion: """
            Records that cannot be repaired are moved to quarantine. Unlock the keystore first: secrets of a locked \
            one are not verified.
            """
    )

    @Argument(help: ArgumentHelp("Access groups (default: all in which `verify` finds damage).", valueName: "group"))
    var groups: [String] = []
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Accept the files as current, for example after restoring a backup.")
    var acceptRollback = false

    func execute() throws -> ExitCode {
        let access = try KeystoreAccess(keystore)
        let named = try groups.map { try AccessGroup(argument: $0) }
        if acceptRollback { try Keychain.acceptRollback(access.configuration) }
        let keychain = try access.unlockedIfPossible(unlock)
        let changes = try keychain.repairIntents()
        var reports: [(AccessGroup, RepairReport)] = []
        for group in named.isEmpty ? damaged(keychain) : named { reports.append((group, try keychain.repair(group))) }
        // A removed token's keys, if the removal was interrupted.
        let resealed = try keychain.state == .unlocked ? keychain.finishReplacingClassKeys() : ResealingReport()
        let isResealed = resealed != ResealingReport()
        let lost = reports.reduce(0) { $0 + $1.1.lost }
        try answer(
            "jeton.keystore.repair/1",
            [
                "rollbackAccepted": acceptRollback,
                "groups": JSON.array(reports) { group, report in
                    .object([
                        "group": group.rawValue, "kept": report.kept, "restored": report.restored, "lost": report.lost,
                    ])
                }, "unfinishedChanges": changes, "resealed": ResealedKeystore.json(resealed),
            ],
            (acceptRollback ? ["the existing files are accepted as current"] : [])
                + (changes > 0 ? [setAside(changes)] : []) + (isResealed ? ResealedKeystore.lines(resealed) : [])
                + reports.map { group, report in
                    "\(group): \(report.kept) kept, \(report.restored) restored from the previous generation, "
                        + "\(report.lost) lost"
                } + (reports.isEmpty && changes == 0 && !isResealed && !acceptRollback ? ["nothing to repair"] : [])
        )
        return lost == 0 && changes == 0 && resealed.remaining.isEmpty ? .success : .finding
    }

    private func setAside(_ count: Int) -> String {
        "\(count) damaged record\(count == 1 ? "" : "s") of unfinished changes set aside: some items may have their old value"
    }

    private func damaged(_ keychain: Keychain) -> [AccessGroup] {
        let kinds: Set<StoreFinding.Kind> = [.vault, .record, .padding]
        var groups: [AccessGroup] = []
        for finding in keychain.verify().findings where kinds.contains(finding.kind) {
            guard let group = AccessGroup(rawValue: finding.subject), !groups.contains(group) else { continue }
            groups.append(group)
        }
        return groups
    }
}
