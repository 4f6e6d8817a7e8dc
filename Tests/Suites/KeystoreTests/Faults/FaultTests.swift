import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Changes that go wrong")
struct FaultTests {
    @Test(
        "A process that dies in any system call leaves the store as before or as after",
        .tags(.slow),
        arguments: Change.all
    )
    func dies(change: Change) throws {
        let bench = try FaultBench(change)
        try #require(bench.callCount > 20)
        for index in 1...bench.callCount {
            try bench.judge(try bench.attempt(FaultyFileSystem(.dies(index))), "dies in call \(index)")
        }
    }

    @Test(
        "Any one system call that fails leaves the store as before or as after",
        .tags(.slow),
        arguments: Change.all,
        [EIO, ENOSPC, EINTR, EROFS]
    )
    func fails(change: Change, number: Int32) throws {
        let bench = try FaultBench(change)
        for index in 1...bench.callCount {
            try bench.judge(
                try bench.attempt(FaultyFileSystem(.fails(index, number))),
                "call \(index) fails with \(number)"
            )
        }
    }

    @Test("Interrupted calls are repeated, and short reads and writes continued", arguments: Change.all)
    func interrupted(change: Change) throws {
        let bench = try FaultBench(change)
        for fault in [FaultyFileSystem.Fault.interrupts, .short] {
            let tried = try bench.attempt(FaultyFileSystem(fault))
            #expect(tried.error == nil)
            #expect(tried.snapshot == bench.after)
        }
    }

    @Test("After a failed fsync the store is read-only until it is opened anew, and holds what it held")
    func losing() throws {
        let store = try TestStore()
        try store.create().add(ItemAttributes(account: "a"), text: "a")
        let keychain = try Keychain.open(store.configuration(), FaultyFileSystem(.loses))
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        #expect(throws: KeystoreError(.inputOutput)) { try keychain.add(ItemAttributes(account: "b"), text: "b") }
        #expect(throws: KeystoreError(.readOnly)) { try keychain.add(ItemAttributes(account: "b"), text: "b") }
        #expect(throws: KeystoreError(.readOnly)) { try keychain.delete(ItemQuery(account: "a")) }
        #expect(try keychain.text(ItemQuery(account: "a")) == "a")
        let healthy = try store.open()
        let hasNew = try healthy.contains(ItemQuery(account: "b"))
        #expect(!hasNew)
        try healthy.add(ItemAttributes(account: "b"), text: "b")
    }

    @Test("What is renamed was forced to the disk before, and the directory after", arguments: Change.all)
    func order(change: Change) throws {
        let bench = try FaultBench(change)
        let system = FaultyFileSystem(.none)
        _ = try bench.attempt(system)
        // Witnesses may be lost; everything else may not.
        let durable: Set<String> = ["rename group.kvault", "rename keybag"]
        var isForced = true
        var pending: String?
        for call in system.calls {
            switch call.split(separator: " ").first {
            case "write": isForced = false
            case "fsync":
                isForced = true
                pending = nil
            case "rename" where durable.contains(call):
                #expect(isForced, "\(change.name): \(call)")
                pending = call
            default: break
            }
        }
        #expect(pending == nil, "\(change.name)")
    }

    @Test("A store that dies while it is made is either there or can be made anew", .tags(.slow))
    func creating() throws {
        let counter = FaultyFileSystem(.none)
        let whole = try TestStore()
        _ = try Keychain.create(whole.configuration(), unlockedBy: .keyFile(TestStore.keyFile()), counter)
        for index in 1...counter.count {
            let store = try TestStore(inMemory: true)
            _ = try? Keychain.create(
                store.configuration(),
                unlockedBy: .keyFile(TestStore.keyFile()),
                FaultyFileSystem(.dies(index))
            )
            do throws(KeystoreError) {
                _ = try Keychain.open(store.configuration())
            } catch {
                #expect(error.code == .notAvailable)
                _ = try Keychain.create(store.configuration(), unlockedBy: .keyFile(TestStore.keyFile()))
            }
            let keychain = try store.open()
            try keychain.add(ItemAttributes(account: "a"), text: "a")
            #expect(keychain.verify().findings == [], "dies in call \(index)")
        }
    }
}
