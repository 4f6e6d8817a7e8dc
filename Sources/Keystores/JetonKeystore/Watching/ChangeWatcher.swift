import Glibc
import JetonKeystoreBase

/// Turns new vault files into changes of items, on a thread of its own, until no listener is left.
///
/// Belongs to that thread.
final class ChangeWatcher {
    private let keychain: Keychain
    private let watch: DirectoryWatch
    private let continuation: AsyncStream<KeychainChange>.Continuation
    private let vaultsPath: String
    private let vaultsNumber: Int32
    private var groups: [Int32: AccessGroup] = [:]
    private var snapshots: [AccessGroup: GroupSnapshot] = [:]
    /// Groups whose last change found no room in the stream.
    private var waiting: Set<AccessGroup> = []

    /// How many changes wait for who listens; what comes after them is told when there is room again.
    static let room = 64

    /// Watches the groups of a keychain; what exists now is not a change.
    init(
        _ keychain: Keychain,
        _ watch: DirectoryWatch,
        _ continuation: AsyncStream<KeychainChange>.Continuation
    ) throws(KeystoreError) {
        self.keychain = keychain
        self.watch = watch
        self.continuation = continuation
        vaultsPath = keychain.configuration.directory + "/" + StoreContext.vaultsName
        guard let number = try watch.add(vaultsPath) else {
            throw KeystoreError(.notAvailable, "\(vaultsPath) vanished")
        }
        vaultsNumber = number
        for group in try keychain.context.groupsOnDisk() where keychain.caller.has(group) {
            try follow(group)
            snapshots[group] = GroupSnapshot(keychain, group)
        }
    }

    /// Runs until the watch is stopped.
    func run() {
        while let events = watch.wait(milliseconds: waiting.isEmpty ? -1 : 100) {
            var touched = waiting
            for event in events {
                switch event {
                case .appeared(let number, let name): touched.formUnion(self.touched(number, name))
                case .overflow: touched.formUnion(allGroups())
                }
            }
            for group in touched { tell(group) }
        }
        continuation.finish()
    }

    private func touched(_ number: Int32, _ name: String) -> [AccessGroup] {
        if let group = groups[number] { return name == GroupVault.fileName ? [group] : [] }
        guard number == vaultsNumber, let group = AccessGroup(rawValue: name), keychain.caller.has(group) else {
            return []
        }
        try? follow(group)
        return [group]
    }

    private func allGroups() -> [AccessGroup] {
        let groups = (try? keychain.context.groupsOnDisk()) ?? []
        let own = groups.filter { keychain.caller.has($0) }
        for group in own { try? follow(group) }
        return own + snapshots.keys
    }

    /// Watches a group's directory; one that is gone again has nothing to tell.
    private func follow(_ group: AccessGroup) throws(KeystoreError) {
        guard let number = try watch.add("\(vaultsPath)/\(group)") else { return }
        groups[number] = group
    }

    private func tell(_ group: AccessGroup) {
        let earlier = snapshots[group] ?? .empty
        let now = GroupSnapshot(keychain, group)
        guard let change = now.change(of: group, since: earlier) else {
            waiting.remove(group)
            return
        }
        switch continuation.yield(change) {
        case .dropped: waiting.insert(group)
        default:
            waiting.remove(group)
            snapshots[group] = now.following(earlier)
        }
    }
}
