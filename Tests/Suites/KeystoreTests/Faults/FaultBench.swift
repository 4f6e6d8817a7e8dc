import Synchronization
import Testing

@testable import JetonKeystore

/// A prepared store, and copies of it on which one change is tried.
final class FaultBench {
    let change: Change
    let store: TestStore
    let before: Snapshot
    private(set) var after: Snapshot
    private(set) var callCount = 0

    init(_ change: Change) throws {
        self.change = change
        store = try TestStore(inMemory: true)
        let keychain = try store.create()
        for account in ["a", "b"] {
            try keychain.add(ItemAttributes(service: "s", account: account), text: account)
        }
        try change.prepare(store, keychain)
        before = try Snapshot(store)
        after = before
        let system = FaultyFileSystem(.none)
        let tried = try attempt(system)
        #expect(tried.error == nil)
        after = tried.snapshot
        callCount = system.count
    }

    /// Makes the change on a copy of the store, and looks at the copy with a healthy file system.
    func attempt(_ system: FaultyFileSystem) throws -> (error: (any Error)?, snapshot: Snapshot, store: TestStore) {
        let copy = try TestStore(inMemory: true)
        try Shell.run("/bin/cp", ["-a", store.storePath, store.witnessPath, copy.directory])
        var failure: (any Error)?
        do {
            var configuration = copy.configuration()
            let unwitnessed = Mutex(0)
            configuration.witnessFailed = { _ in unwitnessed.withLock { $0 += 1 } }
            let keychain = try Keychain.open(configuration, system)
            try keychain.unlock(.keyFile(TestStore.keyFile()))
            try change.make(keychain)
            let findings = try copy.open().verify().findings
            if findings.contains(where: { $0.kind == .witness }) {
                #expect(unwitnessed.withLock { $0 } > 0, "\(change.name): nobody was told: \(findings)")
            }
        } catch { failure = error }
        return (failure, try Snapshot(copy), copy)
    }

    /// Checks that the store is as before or as after, that it is whole, and that it can be written.
    func judge(
        _ tried: (error: (any Error)?, snapshot: Snapshot, store: TestStore),
        _ fault: String
    ) throws {
        if tried.error == nil {
            #expect(tried.snapshot == after, "\(change.name), \(fault): acknowledged but not there")
        } else {
            let isEither = tried.snapshot == before || tried.snapshot == after
            #expect(isEither, "\(change.name), \(fault): \(tried.snapshot)")
        }
        let keychain = try tried.store.open()
        // A witness is written after the file, and may be missing after a crash.
        let known: Set<StoreFinding.Kind> = [.record, .previous, .quarantine, .witness, .classKeys]
        let all = keychain.verify().findings
        let findings = all.filter { !known.contains($0.kind) }
        #expect(findings == [], "\(change.name), \(fault)")
        // What replacing the class keys left undone can be done later.
        if all.contains(where: { $0.kind == .classKeys }) {
            _ = try keychain.finishReplacingClassKeys()
            #expect(!keychain.verify().findings.contains { $0.kind == .classKeys }, "\(change.name), \(fault)")
            #expect(try Snapshot(tried.store) == tried.snapshot, "\(change.name), \(fault)")
        }
        for group in [shared, second] {
            try keychain.add(ItemAttributes(service: "probe", accessGroup: group), text: "x")
            let names = try Shell.names("\(tried.store.storePath)/vaults/\(group)")
            #expect(
                names.allSatisfy { !$0.hasPrefix(Directory.temporaryPrefix) },
                "\(change.name), \(fault): \(names)"
            )
        }
        let intents = try Shell.names(tried.store.storePath + "/intents")
        #expect(intents.allSatisfy { $0.hasPrefix(Directory.temporaryPrefix) }, "\(change.name), \(fault)")
    }
}
