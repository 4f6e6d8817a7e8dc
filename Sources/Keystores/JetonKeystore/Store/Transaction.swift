import JetonFiles
import JetonKeystoreBase
import JetonOctets

/// One change of one or several vaults, under the locks of their groups: all of it or nothing.
struct Transaction {
    private let context: StoreContext
    private let groups: [AccessGroup]
    private var drafts: [AccessGroup: VaultDraft] = [:]

    /// Changes the vaults of some groups.
    ///
    /// - Parameters:
    ///   - context: The store.
    ///   - groups: Every group that the body reads or changes; locked in ascending order.
    ///   - body: Reads and changes drafts; what it throws undoes everything.
    /// - Returns: What the body returned, after the change is on the disk.
    /// - Throws: What `body` throws, ``KeystoreError``.
    static func run<Result>(
        _ context: StoreContext,
        groups: [AccessGroup],
        _ body: (inout Transaction) throws(KeystoreError) -> Result
    ) throws(KeystoreError) -> Result {
        try context.requireWritable()
        let groups = Set(groups).sorted()
        let locks = try lock(groups, context)
        // The locks are given back when this value goes, at the end of the scope.
        return try withExtendedLifetime(locks) { () throws(KeystoreError) in
            var transaction = try Transaction(context, groups)
            let result = try body(&transaction)
            try transaction.commit()
            return result
        }
    }

    private static func lock(_ groups: [AccessGroup], _ context: StoreContext) throws(KeystoreError) -> [OpenFile] {
        while true {
            var locks: [OpenFile] = []
            for group in groups { locks.append(try context.vault(group).lock().lock) }
            guard let unfinished = try IntentLog(context).unfinished(concerning: groups) else { return locks }
            // Another order of locks than ascending could wait for ever: give them back before taking more.
            locks = []
            try finish(unfinished, context)
        }
    }

    /// Finishes what a writer that died had decided.
    static func finish(_ unfinished: IntentLog.Entry, _ context: StoreContext) throws(KeystoreError) {
        var locks: [OpenFile] = []
        for group in Set(unfinished.intent.steps.map(\.group)).sorted() {
            locks.append(try context.vault(group).lock().lock)
        }
        try withExtendedLifetime(locks) { () throws(KeystoreError) in
            try IntentLog(context).finish(unfinished)
        }
    }

    private init(_ context: StoreContext, _ groups: [AccessGroup]) throws(KeystoreError) {
        self.context = context
        self.groups = groups
        for group in groups {
            let vault = context.vault(group)
            try vault.makeDirectory().removeTemporaries()
            if let image = try vault.current() {
                drafts[group] = VaultDraft(base: image)
            } else {
                drafts[group] = try VaultDraft(creating: group, store: context.store, device: context.device)
            }
        }
    }

    /// The images as they were when the locks were taken, in the caller's order of groups.
    func images(_ order: [AccessGroup]) -> [VaultImage] { order.compactMap { drafts[$0]?.base } }

    /// Works on a group's draft.
    mutating func withDraft<Result>(
        _ group: AccessGroup,
        _ body: (inout VaultDraft) throws(KeystoreError) -> Result
    ) throws(KeystoreError) -> Result {
        guard var draft = drafts[group] else { throw KeystoreError(.notAvailable, "\(group) was not locked") }
        defer { drafts[group] = draft }
        return try body(&draft)
    }

    private func commit() throws(KeystoreError) {
        let changed = groups.compactMap { group in drafts[group].flatMap { $0.isChanged ? (group, $0) : nil } }
        var steps: [Intent.Step] = []
        var files: [[UInt8]] = []
        var isDecided = false
        do throws(KeystoreError) {
            for (group, draft) in changed {
                let file = try draft.encoded()
                let temporary = try context.vault(group).makeDirectory().writeTemporary(file.span)
                let code = Array(file.suffix(Primitives.digestSize))
                steps.append(Intent.Step(group: group, temporary: temporary, rootCode: code, drops: draft.drops))
                files.append(file)
            }
            if steps.count > 1 {
                try commitTogether(steps, &isDecided)
            } else {
                for step in steps { try Transaction.apply(step, context) }
            }
        } catch {
            // Once decided, the files are needed by whoever finishes the change.
            if !isDecided {
                for step in steps { try? context.vault(step.group).directory()?.discard(step.temporary) }
            }
            throw error
        }
        for (index, (group, draft)) in changed.enumerated() {
            context.vault(group).witness(draft.generation, steps[index].rootCode)
            context.vault(group).adopt(files[index])
        }
    }

    private func commitTogether(_ steps: [Intent.Step], _ isDecided: inout Bool) throws(KeystoreError) {
        let log = IntentLog(context)
        let entry = IntentLog.Entry(intent: Intent(steps: steps), file: try IntentLog.makeName())
        do throws(KeystoreError) {
            try log.write(entry)
        } catch {
            isDecided = log.isDecided(entry)
            throw error
        }
        isDecided = true
        try log.finish(entry)
    }

    /// Puts a step's temporary file in the vault's place.
    static func apply(_ step: Intent.Step, _ context: StoreContext) throws(KeystoreError) {
        guard let directory = try context.vault(step.group).directory() else {
            throw KeystoreError(.notAvailable, "the directory of \(step.group) vanished")
        }
        // A vault without what was deleted leaves no previous one in which it still stands.
        try directory.commit(
            step.temporary,
            as: GroupVault.fileName,
            previous: step.drops ? nil : GroupVault.previousName
        )
        if step.drops { try directory.remove(GroupVault.previousName) }
    }
}
