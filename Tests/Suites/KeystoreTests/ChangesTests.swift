import JetonKeystoreBase
import Testing

@testable import JetonKeystore

@Suite("The stream of changes")
struct ChangesTests {
    private static let key = ItemAttributes(service: "s", account: "a")

    @Test("What this process adds, changes and deletes is told with its reference, group by group")
    func ownChanges() async throws {
        let store = try TestStore()
        let keychain = try store.create()
        let shared = TestStore.group("shared")
        let before = try keychain.add(ItemAttributes(service: "before"), text: "x")
        var changes = try keychain.changes().makeAsyncIterator()
        let reference = try keychain.add(Self.key, text: "one")
        let added = await changes.next()
        #expect(added?.group == shared)
        #expect(added?.added == [reference])
        #expect(added?.changed.isEmpty == true && added?.removed.isEmpty == true && added?.problem == nil)

        try keychain.update(ItemQuery(service: "s"), secret: TestStore.secret("two"))
        #expect(await changes.next()?.changed == [reference])
        try keychain.delete(ItemQuery(service: "before"))
        #expect(await changes.next()?.removed == [before])

        // A group that did not exist when the watching began.
        let second = TestStore.group("second")
        var attributes = Self.key
        attributes.accessGroup = second
        let other = try keychain.add(attributes, text: "three")
        let appeared = await changes.next()
        #expect(appeared?.group == second)
        #expect(appeared?.added == [other])
    }

    @Test("What another process writes is told, and nothing is lost however many changes come at once")
    func foreignChanges() async throws {
        let store = try TestStore(inMemory: true)
        let keychain = try store.create()
        let stream = try keychain.changes()
        let child = try Worker.start("fill", store.storePath, "shared", "item", "300")
        var seen: Set<PersistentReference> = []
        for await change in stream {
            #expect(change.removed.isEmpty && change.problem == nil)
            seen.formUnion(change.added)
            if seen.count == 300 { break }
        }
        #expect(Shell.wait(child) == 0)
        #expect(seen.count == 300)
    }

    @Test("Who listens late misses nothing, though the changes do not all find room")
    func slowListener() async throws {
        let store = try TestStore(inMemory: true)
        let keychain = try store.create()
        let stream = try keychain.changes()
        let count = ChangeWatcher.room * 3
        for number in 0..<count { try keychain.add(ItemAttributes(account: "\(number)"), text: "x") }
        var seen: Set<PersistentReference> = []
        for await change in stream {
            seen.formUnion(change.added)
            if seen.count == count { break }
        }
        #expect(seen.count == count)
    }

    @Test("Groups that the program lacks are not told of")
    func foreignGroups() async throws {
        let store = try TestStore()
        let mine = try store.create()
        let theirs = try store.open(Caller(keychainAccessGroups: [TestStore.group("third")]))
        var changes = try mine.changes().makeAsyncIterator()
        try theirs.add(Self.key, text: "not for us")
        let reference = try mine.add(Self.key, text: "for us")
        let change = await changes.next()
        #expect(change?.added == [reference])
        #expect(change?.group == TestStore.group("shared"))
    }

    @Test("A vault that is damaged is a problem told once, and what follows a repair is told in full")
    func damage() async throws {
        let store = try TestStore()
        let keychain = try store.create()
        let kept = try keychain.add(Self.key, text: "one")
        try keychain.add(ItemAttributes(service: "other"), text: "two")
        var changes = try keychain.changes().makeAsyncIterator()
        try Shell.run("/bin/sh", ["-c", "cp '\(store.vaultPath())' '\(store.directory)/vault'"])
        try Shell.run(
            "/bin/sh",
            [
                "-c",
                "cd '\(store.directory)'; cp vault bad; printf x | dd of=bad bs=1 seek=100 conv=notrunc 2>/dev/null; "
                    + "chmod 600 bad; rm -f '\(store.vaultPath())'; mv bad '\(store.vaultPath())'",
            ]
        )
        let problem = await changes.next()
        #expect(problem?.problem?.code == .notAvailable)
        #expect(problem?.removed.isEmpty == true)
        _ = try keychain.repair(TestStore.group("shared"))
        let repaired = await changes.next()
        #expect(repaired?.problem == nil && repaired?.removed.isEmpty == true)
        #expect(try keychain.items(ItemQuery(service: "s")).first?.persistentReference == kept)
    }

    @Test("The thread ends with the stream")
    func ending() async throws {
        let store = try TestStore()
        let keychain = try store.create()
        weak var watched: Keychain?
        do {
            let short = try store.open()
            watched = short
            let stream = try short.changes()
            _ = stream.makeAsyncIterator()
        }
        for _ in 0..<3_000 where watched != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(watched == nil)
        #expect(keychain.state == .unlocked)
    }
}
