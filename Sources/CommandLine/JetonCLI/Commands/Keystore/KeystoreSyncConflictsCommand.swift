internal import ArgumentParser
internal import Entitlements
internal import Keystore
internal import KeystoreBase
internal import KeystoreSync
internal import Octets

/// `jeton keystore sync conflicts`.
struct KeystoreSyncConflictsCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List, restore or settle secrets that lost a conflict."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("Put this one in the place of the one that won.", valueName: "conflict"))
    var restore: String?

    @Option(name: .long, help: ArgumentHelp("Forget this one.", valueName: "conflict"))
    var settle: String?

    func execute() throws -> ExitCode {
        guard restore == nil || settle == nil else {
            throw CommandError.usage("--restore and --settle exclude each other")
        }
        let sync = try SyncAccess(unlock, keystore)
        var conflicts = try sync.session.conflicts(keys: sync.keys)
        if let name = restore ?? settle {
            guard let conflict = conflicts.first(where: { Self.identifier($0) == name }) else {
                throw CommandError.notFound("there is no conflict '\(name)'")
            }
            if restore != nil { try put(conflict, into: sync.keychain) }
            try sync.session.settle(conflict, keys: sync.keys)
            conflicts.removeAll { Self.identifier($0) == name }
        }
        var table = Table(["conflict", "group", "service", "account", "noticed"])
        for conflict in conflicts {
            let key = conflict.loser.key
            table.add([
                Self.identifier(conflict), key.group.rawValue, ItemReport.harmless(key.service),
                ItemReport.harmless(key.account), Self.moment(conflict),
            ])
        }
        try answer(
            "jeton.keystore.sync.conflicts/1",
            [
                (
                    "conflicts",
                    .array(
                        conflicts.map {
                            .object(
                                [("conflict", .string(Self.identifier($0)))]
                                    + KeystoreSyncCommand.members($0.loser.key)
                                    + [("noticed", .string(Self.moment($0)))]
                            )
                        }
                    )
                )
            ],
            conflicts.isEmpty ? ["there is no conflict"] : table.lines(style: Console.style)
        )
        return .success
    }

    private static func identifier(_ conflict: SyncConflict) -> String {
        Hex.encode(Array(conflict.loser.digest.prefix(6)))
    }

    private static func moment(_ conflict: SyncConflict) -> String {
        UTCTime(secondsSince1970: Int64(clamping: conflict.noticed / 1000))?.description ?? ""
    }

    private func put(_ conflict: SyncConflict, into keychain: Keychain) throws {
        guard let item = conflict.loser.item, let secret = item.secret else {
            throw CommandError("the conflict has no secret", exitCode: .keystore)
        }
        let query = ItemQuery(
            service: item.key.service,
            account: item.key.account,
            accessGroup: item.key.group,
            scope: .synchronizableOnly
        )
        let copy = secret.withBytes { Secret(copying: $0) }
        if try keychain.contains(query) {
            try keychain.update(query, secret: copy)
        } else {
            try keychain.add(item.attributes, secret: copy)
        }
    }
}
