import JetonKeystoreBase

/// The items of a group at one time, as far as it takes to notice changes.
struct GroupSnapshot {
    private let versions: [PersistentReference: UInt64]
    private let problem: KeystoreError?

    /// A group without items.
    static let empty = GroupSnapshot()

    private init() {
        versions = [:]
        problem = nil
    }

    /// Looks at a group.
    init(_ keychain: Keychain, _ group: AccessGroup) {
        var versions: [PersistentReference: UInt64] = [:]
        do throws(KeystoreError) {
            let query = ItemQuery(accessGroup: group, scope: .any)
            let image = try keychain.context.vault(group).current()
            for item in try image?.matches(query, limit: Int.max).map(\.item) ?? [] {
                versions[item.persistentReference] = item.version
            }
            problem = try image?.obstacle(query)
        } catch {
            problem = error
        }
        self.versions = versions
    }

    /// What has changed since an earlier look; nil if nothing has.
    ///
    /// A group that cannot be read, or has a damaged record, has lost nothing: that is not known.
    func change(of group: AccessGroup, since earlier: GroupSnapshot) -> KeychainChange? {
        let added = versions.keys.filter { earlier.versions[$0] == nil }
        let changed = versions.filter {
            earlier.versions[$0.key].map { [version = $0.value] in $0 != version } ?? false
        }
        let removed = problem == nil ? earlier.versions.keys.filter { versions[$0] == nil } : []
        guard
            !added.isEmpty || !changed.isEmpty || !removed.isEmpty || (problem == nil) != (earlier.problem == nil)
        else { return nil }
        return KeychainChange(
            group: group,
            added: Array(added),
            changed: Array(changed.keys),
            removed: removed,
            problem: problem
        )
    }

    /// The look that the next one is compared with: what could be read stays known while a group cannot be read.
    func following(_ earlier: GroupSnapshot) -> GroupSnapshot {
        guard problem != nil else { return self }
        return GroupSnapshot(versions: earlier.versions.merging(versions) { $1 }, problem: problem)
    }

    private init(versions: [PersistentReference: UInt64], problem: KeystoreError?) {
        self.versions = versions
        self.problem = problem
    }
}
