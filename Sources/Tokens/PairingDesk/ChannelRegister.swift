package import JetonKeystore
package import JetonKeystoreBase
package import SecureChannel

/// The pairings that the user's keystore holds, as its owner sees them; nothing needs to be unlocked.
package struct ChannelRegister {
    /// A pairing with a token, in one group.
    package struct Entry {
        /// What the keystore calls the token: its serial number, a hyphen and its identifier.
        package let token: String
        /// The group that holds the keys.
        package let group: AccessGroup
        /// The token's name for people.
        package let label: String
        /// The program that paired, or for which it was done; nil if it was not recorded.
        package let program: String?
        /// Who else may use it.
        package let permissions: [ChannelPermission]
        /// Suite, times and state; nil if a later version wrote them.
        package let pairing: CardPairing?

        /// The token's serial number in hexadecimal.
        package var serial: String { String(token.prefix { $0 != "-" }) }

        /// The token's media, until the token reports another name.
        package var media: String { "jeton_\(serial)" }

        /// Whether the programs of a group can use the pairing.
        package func isUsable(by user: AccessGroup) -> Bool {
            group == user || permissions.contains { $0.user == user }
        }

        /// Whether the token is meant.
        func matches(_ name: String) -> Bool {
            name == serial || name == media || (name == label && !name.isEmpty)
                || (name == tokenLabel && !name.isEmpty) || UInt32(serial, radix: 16).map { name == String($0) } == true
        }

        /// Who can use it, for people.
        package var users: [String] {
            let own = program ?? (group.isTeamGroup ? "programs signed with \(group)" : group.rawValue)
            return [own] + permissions.map { $0.program ?? $0.user.rawValue }
        }

        /// The label that the token showed last; empty if none was noted.
        package var tokenLabel: String { pairing?.tokenLabel ?? "" }

        /// The reader in which the token was seen last; empty if none was noted.
        package var reader: String { pairing?.reader ?? "" }

        /// Whether no card in that reader is used in clear.
        package var requiresChannel: Bool { pairing?.requiresChannelInReader ?? false }
    }

    /// Where the pairings are.
    package let stores: PairingStores
    private let keychain: Keychain?

    /// The user's store, opened but not unlocked; empty if there is none.
    ///
    /// - Throws: `KeystoreError` for a store that can't be opened.
    package init(_ stores: PairingStores) throws(KeystoreError) {
        self.stores = stores
        keychain =
            stores.keystore.exists ? try stores.keystore.openLocked(for: Caller(hasEveryGroup: true)) : nil
    }

    /// The pairings with the token of a serial number, sorted by group.
    package func entries(serial: String) throws -> [Entry] {
        try entries().filter { $0.serial == serial }
    }

    /// All pairings that can be seen, sorted by token and group.
    package func entries() throws -> [Entry] {
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
    package func hidden() throws -> [(group: AccessGroup, problem: KeystoreError)] {
        guard let keychain else { return [] }
        return try keychain.groupInformation().compactMap { group in
            group.problem.map { (group.group, $0) }
        }
    }

    /// Why a pairing may be missing among those that can be seen; nil if the groups and their records are whole.
    package func damage() throws -> String? {
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

    /// Sets whether no card is used in clear in the reader of a pairing's token.
    ///
    /// - Throws: `KeystoreError` for a keystore that is locked: a pairing is bound to its keys.
    package func setRequiresChannel(_ isRequired: Bool, _ entry: Entry) throws {
        let keychain = try stores.keystore.open(for: Caller(hasEveryGroup: true))
        let keys = ChannelKeyStore(keychain, group: entry.group)
        try keys.change(token: entry.token) { octets in
            guard var pairing = octets.flatMap({ try? CardPairing(decoding: $0) }) else { return }
            pairing.requiresChannelInReader = isRequired
            octets = pairing.encoded
        }
    }

    /// Lets a program use a pairing.
    package func allow(_ entry: Entry, _ user: AccessGroup, program: String) throws {
        try keychain?.allow(ChannelPermission(token: entry.token, user: user, holder: entry.group, program: program))
    }

    /// Takes that back.
    ///
    /// - Throws: ``PairingDeskError/Code/notAllowed``; `KeystoreError`.
    package func disallow(_ entry: Entry, _ user: AccessGroup, program: String) throws {
        guard entry.permissions.contains(where: { $0.user == user }) else {
            throw PairingDeskError(
                .notAllowed,
                entry.group == user
                    ? "the pairing belongs to '\(program)' itself" : "'\(program)' was not allowed to use the pairing"
            )
        }
        try keychain?.disallow(token: entry.token, user: user)
    }

    /// Forgets keys; the token, if it exists, still knows of them.
    package func forget(_ entry: Entry) throws {
        try keychain?.delete(
            ItemQuery(service: ChannelKeyStore.service, account: entry.token, accessGroup: entry.group)
        )
    }

    /// Takes back every permission to use pairings that there are no more; not where that can't be seen.
    package func prune() throws {
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
