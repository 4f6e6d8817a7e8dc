import JetonKeystoreBase
import Testing

@testable import JetonKeystore

#if canImport(Glibc)
    import Glibc
#endif

@Suite("A disk that is full, failing or read-only from some call on", .tags(.slow))
struct SlowDiskTests {
    @Test(
        "The store is as before or as after, what was acknowledged stays, and on a repaired disk the next change works",
        arguments: Change.all,
        [ENOSPC, EIO, EROFS]
    )
    func breaks(change: Change, number: Int32) throws {
        let bench = try FaultBench(change)
        var refusals = 0
        for index in 1...bench.callCount {
            let tried = try bench.attempt(FaultyFileSystem(.breaks(index, number)))
            if tried.error != nil { refusals += 1 }
            try bench.judge(tried, "broken with \(number) from call \(index) on")
        }
        #expect(refusals > 0, "no change of the disk was needed")
    }

    @Test(
        "A keychain that met a full or read-only disk goes on once there is room; after a failed fsync it must be opened again",
        arguments: [ENOSPC, EIO, EROFS]
    )
    func goesOn(number: Int32) throws {
        let counter = FaultyFileSystem(.none)
        _ = try attempt(counter)
        var goneOn = 0
        for index in 1...counter.count {
            let system = FaultyFileSystem(.breaks(index, number))
            guard let (store, keychain, error) = try attempt(system), let error else { continue }
            #expect([.inputOutput, .readOnly, .notAvailable].contains(error.code), "call \(index): \(error)")
            system.repair()
            // The calls behind a failed fsync tidy up.
            let lost = system.calls.dropFirst(index - 1).contains { $0.hasPrefix("fsync") }
            do throws(KeystoreError) {
                try keychain.add(ItemAttributes(service: "s", account: "after"), text: "after")
                goneOn += 1
            } catch {
                #expect(lost && error.code == .readOnly, "call \(index): \(error)")
            }
            let healthy = try store.open()
            #expect(try healthy.text(ItemQuery(account: "old")) == "old")
            // A change whose last fsync failed may be there, without its witness.
            let findings = healthy.verify().findings
            #expect(findings.allSatisfy { lost && $0.kind == .witness }, "call \(index): \(findings)")
        }
        #expect(goneOn > 0)
    }

    /// Opens a store that has an item, and adds another one; nil if the store can't be opened.
    private func attempt(_ system: FaultyFileSystem) throws -> (TestStore, Keychain, KeystoreError?)? {
        let store = try TestStore(inMemory: true)
        try store.create().add(ItemAttributes(service: "s", account: "old"), text: "old")
        guard let keychain = try? Keychain.open(store.configuration(), system) else { return nil }
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        do throws(KeystoreError) {
            try keychain.add(ItemAttributes(service: "s", account: "new"), text: "new")
            return (store, keychain, nil)
        } catch {
            return (store, keychain, error)
        }
    }
}
