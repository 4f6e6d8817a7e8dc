internal import ArgumentParser
internal import JetonEntitlements
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import KeystoreSync

/// `jeton keystore sync conflicts`.
struct KeystoreSyncConflictsCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show both values of each conflict, restore or settle one."
    )

    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Restore this value over the one that won.", valueName: "conflict"))
    var restore: String?

    @Option(help: ArgumentHelp("Discard this value.", valueName: "conflict"))
    var settle: String?

    @Flag(help: "Show both secrets on the terminal.")
    var reveal = false

    func validate() throws {
        try OptionRule.check(.excludes(["--restore": restore != nil, "--settle": settle != nil]))
    }

    func execute() throws -> ExitCode {
        guard !(reveal && output.json) else { throw CommandError.usage("a secret is never part of JSON") }
        let sync = try SyncAccess(unlock, keystore)
        var conflicts = try sync.session.conflicts(keys: sync.keys)
        if let name = restore ?? settle {
            guard let conflict = conflicts.first(where: { Self.identifier($0) == name }) else {
                throw CommandError.notFound(
                    "no conflict matches '\(name)'",
                    hints: ["`jeton keystore sync conflicts` lists them"]
                )
            }
            if restore != nil { try put(conflict, into: sync.keychain) }
            try sync.session.settle(conflict, keys: sync.keys)
            conflicts.removeAll { Self.identifier($0) == name }
        }
        var table = Table(["conflict", "item", "value", "changed", "by", "label"] + (reveal ? ["secret"] : []))
        let names = try deviceNames(sync)
        var documents: [JSON] = []
        for conflict in conflicts {
            let sides = [
                try current(conflict, in: sync.keychain),
                conflict.loser.item.map {
                    Side(
                        word: "lost",
                        changed: Self.moment(milliseconds: $0.modified),
                        device: names[conflict.loser.time.device] ?? conflict.loser.time.device.rawValue,
                        label: $0.attributes.label,
                        secret: reveal ? $0.secret : nil
                    )
                },
            ].compactMap { $0 }
            for (index, side) in sides.enumerated() {
                table.add(
                    [
                        index == 0 ? Self.identifier(conflict) : "",
                        index == 0 ? ItemReport.harmless("\(conflict.loser.key)") : "", side.word, side.changed,
                        ItemReport.harmless(side.device ?? ""), ItemReport.harmless(side.label ?? ""),
                    ] + (reveal ? [side.shownSecret] : [])
                )
            }
            documents.append(
                .object(
                    ["conflict": Self.identifier(conflict)] + KeystoreSyncCommand.members(conflict.loser.key)
                        + ["noticed": Self.moment(milliseconds: conflict.noticed), "values": sides.map(\.json)]
                )
            )
        }
        return try answer(
            "jeton.keystore.sync.conflicts/1",
            ["conflicts": documents],
            conflicts.isEmpty
                ? ["no conflicts"]
                : table.lines(style: Console.style) + [
                    "--restore CONFLICT restores the overwritten value; --settle CONFLICT discards it"
                ]
        )
    }

    /// One of the two values of an item.
    private struct Side {
        /// `now` or `lost`.
        let word: String
        let changed: String
        let device: String?
        let label: String?
        let secret: SharedSecret?

        /// Text if it is some, else hexadecimal digits.
        var shownSecret: String {
            secret?.withBytes { octets in
                let octets = octets.indices.map { octets[$0] }
                return String(validating: octets, as: UTF8.self).map { ItemReport.harmless($0) } ?? Hex.encode(octets)
            } ?? ""
        }

        var json: JSON {
            .object(["value": word, "changed": changed, "by": device, "label": label])
        }
    }

    private func current(_ conflict: SyncConflict, in keychain: Keychain) throws -> Side? {
        let query = Self.query(conflict)
        guard let item = try keychain.items(query, limit: .one).first else { return nil }
        var secret: SharedSecret?
        if reveal, item.hasData { secret = SharedSecret(try keychain.copySecret(query)) }
        return Side(
            word: "now",
            changed: ItemReport.moment(item.modified),
            device: nil,
            label: item.attributes.label,
            secret: secret
        )
    }

    private func deviceNames(_ sync: borrowing SyncAccess) throws -> [SyncDeviceIdentifier: String] {
        let members = try sync.session.membership(keys: sync.keys).members
        return Dictionary(members.map { ($0.device, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    private static func identifier(_ conflict: SyncConflict) -> String {
        Hex.encode(Array(conflict.loser.digest.prefix(6)))
    }

    private static func moment(milliseconds: UInt64) -> String {
        UTCTime(secondsSince1970: Int64(clamping: milliseconds / 1000))?.description ?? ""
    }

    private static func query(_ conflict: SyncConflict) -> ItemQuery {
        ItemQuery(
            service: conflict.loser.key.service,
            account: conflict.loser.key.account,
            accessGroup: conflict.loser.key.group,
            scope: .synchronizableOnly
        )
    }

    private func put(_ conflict: SyncConflict, into keychain: Keychain) throws {
        guard let item = conflict.loser.item, let secret = item.secret else {
            throw CommandError("the conflict has no secret", exitCode: .keystore)
        }
        let query = Self.query(conflict)
        let copy = secret.withBytes { Secret(copying: $0) }
        if try keychain.contains(query) {
            try keychain.update(query, secret: copy)
        } else {
            try keychain.add(item.attributes, secret: copy)
        }
    }
}
