internal import JetonKeystore
internal import JetonKeystoreBase
internal import SecureChannel
internal import TokenKit
internal import UserFiles

/// The pairings that the user's keystore holds, as its owner sees them; nothing needs to be unlocked.
struct ChannelRegister {
    /// A pairing with a token, in one group.
    struct Entry {
        /// What the keystore calls the token: its serial number, a hyphen and its identifier.
        let token: String
        /// The group that holds the keys.
        let group: AccessGroup
        /// The token's name for people.
        let label: String
        /// The program that paired, or for which it was done; nil if it was not recorded.
        let program: String?
        /// Who else may use it.
        let permissions: [ChannelPermission]
        /// Suite, times and state; nil if a later version wrote them.
        let pairing: CardPairing?

        /// The token's serial number in hexadecimal.
        var serial: String { String(token.prefix { $0 != "-" }) }

        /// The token's media, until the token reports another name.
        var media: String { "jeton_\(serial)" }

        /// Whether the programs of a group can use the pairing.
        func isUsable(by user: AccessGroup) -> Bool { group == user || permissions.contains { $0.user == user } }

        /// Whether the token is meant.
        func matches(_ name: String) -> Bool {
            name == serial || name == media || (name == label && !name.isEmpty)
                || (name == tokenLabel && !name.isEmpty) || UInt32(serial, radix: 16).map { name == String($0) } == true
        }

        /// Who can use it, for people.
        var users: [String] {
            let own = program ?? (group.isTeamGroup ? "programs signed with \(group)" : group.rawValue)
            return [own] + permissions.map { $0.program ?? $0.user.rawValue }
        }

        /// The label that the token showed last; empty if none was noted.
        var tokenLabel: String { pairing?.tokenLabel ?? "" }

        /// The reader in which the token was seen last; empty if none was noted.
        var reader: String { pairing?.reader ?? "" }

        /// Whether no card in that reader is used in clear.
        var requiresChannel: Bool { pairing?.requiresChannelInReader ?? false }

        /// The suite of all sessions; nil if a later version wrote the pairing.
        var suite: String? { pairing.map { "\($0.suite)" } }

        /// When it was made; nil if a later version wrote the pairing.
        var pairedAt: String? { Entry.date(pairing?.pairedAt) }

        /// When the last session began; nil if there was none.
        var usedAt: String? { Entry.date(pairing?.lastSeen) }

        /// When it was made, for people: with a word if the token has not confirmed it, or not confirmed its end.
        var pairedWords: String {
            switch pairing?.state {
            case .active: pairedAt ?? "?"
            case .pending: (pairedAt ?? "?") + ", unconfirmed"
            case .revoked: (pairedAt ?? "?") + ", ending"
            case nil: "by a later version of jeton"
            }
        }

        private static func date(_ seconds: UInt64?) -> String? {
            seconds.flatMap { $0 == 0 ? nil : PairingRecord.date(Int(clamping: $0)) }
        }

        /// The pairing for programs.
        var json: JSON {
            .object([
                "group": group.rawValue, "token": token, "suite": suite, "state": pairing.map { "\($0.state)" },
                "pairedAt": pairedAt, "usedAt": usedAt, "reader": reader.isEmpty ? nil : reader,
                "requiresChannel": requiresChannel, "program": program,
                "allowed": JSON.array(permissions) {
                    .object(["group": $0.user.rawValue, "program": $0.program])
                },
            ])
        }
    }

    private let keychain: Keychain?

    /// The user's store, opened but not unlocked; empty if there is none.
    init() throws {
        let store = try ChannelRegister.store()
        keychain = store.exists ? try store.openLocked(for: Caller(hasEveryGroup: true)) : nil
    }

    /// Where the user's store is.
    static func store() throws(CommandError) -> UserKeystore {
        let directory = try Process.required(Process.dataDirectory)
        return UserKeystore(dataDirectory: directory, witnessDirectory: Process.directories.witness)
    }

    /// What is remembered of activation passwords.
    static func passwords() throws(CommandError) -> ActivationPasswordNotes {
        ActivationPasswordNotes(dataDirectory: try Process.required(Process.dataDirectory))
    }

    /// The pairings with the token of a serial number, sorted by group.
    func entries(serial: String) throws -> [Entry] {
        try entries().filter { $0.serial == serial }
    }

    /// All pairings that can be seen, sorted by token and group.
    func entries() throws -> [Entry] {
        guard let keychain else { return [] }
        let groups = try keychain.groupInformation().filter { $0.problem == nil }.map(\.group)
        let permissions = try groups.flatMap { try keychain.channelPermissions(of: $0) }
        let items = try groups.flatMap { group in
            try keychain.items(ItemQuery(service: ChannelKeyStore.service, accessGroup: group))
        }
        return items.compactMap { item in
            guard let group = item.attributes.accessGroup else { return nil }
            let token = item.attributes.account
            return Entry(
                token: token,
                group: group,
                label: item.attributes.label ?? "",
                program: item.attributes.comment,
                permissions: permissions.filter { $0.token == token && $0.holder == group }
                    .sorted { $0.user < $1.user },
                pairing: try? CardPairing(decoding: item.attributes.generic ?? [])
            )
        }.sorted { ($0.token, $0.group) < ($1.token, $1.group) }
    }

    /// The groups that can't be looked into, with the reason: pairings in them, and programs that they let use others,
    /// are not shown.
    func hidden() throws -> [(group: AccessGroup, problem: KeystoreError)] {
        guard let keychain else { return [] }
        return try keychain.groupInformation().compactMap { group in
            group.problem.map { (group.group, $0) }
        }
    }

    /// Why a pairing may be missing among those that can be seen; nil if the groups and their records are whole.
    func damage() throws -> String? {
        guard let keychain else { return nil }
        for group in try keychain.groupInformation() {
            if let problem = group.problem {
                if problem.code == .decoding { return "\(problem)" }
            } else if let obstacle = try keychain.obstacles(
                ItemQuery(service: ChannelKeyStore.service, accessGroup: group.group)
            ).first {
                return "\(obstacle)"
            }
        }
        return try entries().first { $0.pairing == nil }.map { "the pairing with '\($0.token)' can't be read" }
    }

    /// The one pairing that is meant, with any program's, and its media.
    ///
    /// - Parameters:
    ///   - name: What names a token: as for the index of pairings, or as the keystore knows it.
    ///   - group: The group that holds the pairing, if several do.
    /// - Returns: The pairing, and its media.
    /// - Throws: ``CommandError`` with exit code 3 for none and 6 for several.
    func entry(named name: String, group: String?) throws -> (media: String, entry: Entry) {
        let pairing = try KnownPairing.named(name, in: self)
        let found = pairing.entries.filter { group == nil || $0.group.rawValue == group }
        // A person who names no group means jeton's own pairing.
        let own = found.count > 1 ? try Process.executable.map { try ChannelOwnerOptions.owner(of: $0).group } : nil
        if let entry = found.first(where: { $0.group == own }) { return (pairing.media, entry) }
        guard found.count <= 1 else {
            throw CommandError(
                "several pairings match '\(name)', and none of them is jeton's own",
                hints: ["--group names the one to use"],
                exitCode: .ambiguous,
                candidates: found.map { "\(pairing.media) in \($0.group)" }
            )
        }
        guard let entry = found.first else {
            throw CommandError.notFound(
                "the keystore has no pairing with '\(name)'" + (group.map { " in group '\($0)'" } ?? ""),
                hints: ["`jeton pair` makes one; vendors' modules keep theirs themselves"]
            )
        }
        return (pairing.media, entry)
    }

    /// Sets whether no card is used in clear in the reader of a pairing's token.
    ///
    /// - Throws: `KeystoreError` for a keystore that is locked: a pairing is bound to its keys.
    func setRequiresChannel(_ isRequired: Bool, _ entry: Entry) throws {
        let keychain = try ChannelRegister.store().open(for: Caller(hasEveryGroup: true))
        let keys = ChannelKeyStore(keychain, group: entry.group)
        try keys.change(token: entry.token) { octets in
            guard var pairing = octets.flatMap({ try? CardPairing(decoding: $0) }) else { return }
            pairing.requiresChannelInReader = isRequired
            octets = pairing.encoded
        }
    }

    /// Lets a program use a pairing.
    func allow(_ entry: Entry, _ user: AccessGroup, program: String) throws {
        try keychain?.allow(ChannelPermission(token: entry.token, user: user, holder: entry.group, program: program))
    }

    /// Takes that back.
    ///
    /// - Throws: ``CommandError`` with exit code 3 if the program was never allowed.
    func disallow(_ entry: Entry, _ user: AccessGroup, program: String) throws {
        guard entry.permissions.contains(where: { $0.user == user }) else {
            throw CommandError.notFound(
                entry.group == user
                    ? "the pairing belongs to '\(program)' itself" : "'\(program)' was not allowed to use the pairing",
                hints: ["`jeton unpair` ends a pairing; `jeton pairings show` lists who may use it"]
            )
        }
        try keychain?.disallow(token: entry.token, user: user)
    }

    /// Forgets keys; the token, if it exists, still knows of them.
    func forget(_ entry: Entry) throws {
        try keychain?.delete(
            ItemQuery(service: ChannelKeyStore.service, account: entry.token, accessGroup: entry.group)
        )
    }

    /// Takes back every permission to use pairings that there are no more; not where that can't be seen.
    func prune() throws {
        guard let keychain else { return }
        let groups = try keychain.groupInformation()
        let hidden = groups.filter { $0.problem != nil }.map(\.group)
        let held = try entries().map { "\($0.token) \($0.group)" }
        for group in groups where group.problem == nil {
            for permission in try keychain.channelPermissions(of: group.group)
            where !held.contains("\(permission.token) \(permission.holder)") && !hidden.contains(permission.holder) {
                try keychain.disallow(token: permission.token, user: permission.user)
            }
        }
    }
}
