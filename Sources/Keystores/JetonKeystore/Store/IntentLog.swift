import JetonKeystoreBase
import JetonOctets

/// The decided changes of several vaults that may not be finished yet: one file each in the directory `intents`.
struct IntentLog {
    /// An intent and its file.
    struct Entry {
        let intent: Intent
        let file: String
    }

    private let context: StoreContext

    init(_ context: StoreContext) { self.context = context }

    /// A name for an intent's file.
    static func makeName() throws(KeystoreError) -> String { Hex.encode(try Primitives.random(8)) }

    /// Forces an intent to the disk: once its file is there the change happens.
    func write(_ entry: Entry) throws(KeystoreError) {
        let octets = try entry.intent.encoded(device: context.device, store: context.store)
        try context.intentsDirectory.replace(entry.file, with: octets.span)
    }

    /// Whether an intent's file is there, or cannot be said not to be.
    func isDecided(_ entry: Entry) -> Bool {
        do throws(KeystoreError) { return try context.intentsDirectory.status(entry.file) != nil } catch { return true }
    }

    /// The first unfinished intent that concerns one of some groups.
    ///
    /// A living writer's intent is never seen by a process that holds the locks of its groups.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if an intent is damaged: it may concern any group, and a writer would
    ///   drop the files that it had decided on.
    func unfinished(concerning groups: [AccessGroup]) throws(KeystoreError) -> Entry? {
        for file in try names() {
            guard let intent = try read(file) else { continue }
            if intent.steps.contains(where: { groups.contains($0.group) }) { return Entry(intent: intent, file: file) }
        }
        return nil
    }

    /// The intents that are whole, and the error of each that is not.
    func all() throws(KeystoreError) -> (entries: [Entry], damage: [(file: String, error: KeystoreError)]) {
        var entries: [Entry] = []
        var damage: [(file: String, error: KeystoreError)] = []
        for file in try names() {
            do throws(KeystoreError) {
                if let intent = try read(file) { entries.append(Entry(intent: intent, file: file)) }
            } catch { damage.append((file, error)) }
        }
        return (entries, damage)
    }

    private func names() throws(KeystoreError) -> [String] {
        try context.intentsDirectory.names().filter { !$0.hasPrefix(Directory.temporaryPrefix) }
    }

    /// Does what is left of an intent and removes it; the caller holds the locks of its groups.
    func finish(_ entry: Entry) throws(KeystoreError) {
        // Another process may have finished it while this one waited for the locks.
        guard try context.intentsDirectory.status(entry.file) != nil else { return }
        for step in entry.intent.steps {
            guard let directory = try context.vault(step.group).directory() else { continue }
            if try code(step.temporary, directory) == step.rootCode { try Transaction.apply(step, context) }
        }
        try context.intentsDirectory.remove(entry.file)
    }

    // Nil if another process has finished it meanwhile.
    private func read(_ file: String) throws(KeystoreError) -> Intent? {
        guard let content = try context.intentsDirectory.read(file, limit: Intent.maximumFile) else {
            return nil
        }
        return try Intent(
            content.octets,
            device: context.device,
            store: context.store,
            name: "the unfinished change \(file)"
        )
    }

    private func code(_ file: String, _ directory: Directory) throws(KeystoreError) -> [UInt8]? {
        guard let content = try directory.read(file, limit: RecordLimits.vault) else { return nil }
        return Array(content.octets.suffix(Primitives.digestSize))
    }
}
