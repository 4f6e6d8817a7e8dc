import JetonKeystore
import JetonOctets
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Several processes")
struct SlowConcurrencyTests {
    /// A store on which workers work, without a witness.
    private func make(_ accounts: [String] = []) throws -> (TestStore, Keychain) {
        let store = try TestStore()
        let keychain = try store.create()
        for account in accounts {
            try keychain.add(ItemAttributes(account: account, label: "0"), text: "0")
        }
        return (store, keychain)
    }

    /// What is wrong with a store but that it has no witness: workers keep none.
    private func damage(_ keychain: Keychain) -> [StoreFinding] {
        keychain.verify().findings.filter { $0.kind != .witness }
    }

    @Test("Of several processes that add one key exactly one succeeds")
    func oneKey() throws {
        let (store, keychain) = try make()
        for round in 0..<5 {
            // Each expects success: exactly one may see it, the others report a duplicate as their failure.
            let workers = try (0..<6).map { _ in
                try Worker.start("add", store.storePath, "shared", "key-\(round)", "0")
            }
            let results = workers.map(Shell.wait)
            #expect(results.filter { $0 == 0 }.count == 1)
            #expect(results.filter { $0 == 1 }.count == 5)
        }
        #expect(try keychain.items(ItemQuery()).count == 5)
        #expect(damage(keychain) == [])
    }

    @Test("Eight writers add a thousand items to one group, and none is lost", .tags(.slow))
    func manyWriters() throws {
        let (store, keychain) = try make()
        let workers = try (0..<8).map { try Worker.start("fill", store.storePath, "shared", "w\($0)", "125") }
        #expect(workers.map(Shell.wait) == [Int32](repeating: 0, count: 8))
        let accounts = Set(try keychain.items(ItemQuery()).map { $0.attributes.account })
        let expected = Set((0..<8).flatMap { writer in (0..<125).map { "w\(writer)-\($0)" } })
        #expect(accounts == expected)
        #expect(damage(keychain) == [])
    }

    @Test("Readers during thousands of replaces never see a label with another one's secret", .tags(.slow))
    func readers() throws {
        let (store, keychain) = try make(["a"])
        let watchers = try (0..<2).map { _ in try Worker.start("watch", store.storePath, "shared", "a", "30000") }
        let writer = try Worker.start("replace", store.storePath, "shared", "a", "10000")
        #expect(watchers.map(Shell.wait) == [0, 0])
        #expect(Shell.wait(writer) == 0)
        #expect(try keychain.text(ItemQuery(account: "a")) == "9999")
    }

    @Test("A lock ends with the process that holds it")
    func deadLockHolder() throws {
        let (store, keychain) = try make(["a"])
        let holder = try Worker.start("hold", store.storePath, "shared")
        let lock = unsafe open("\(store.storePath)/vaults/\(shared)/group.lock", O_RDWR | O_CLOEXEC)
        while flock(lock, LOCK_EX | LOCK_NB) == 0 {
            flock(lock, LOCK_UN)
            usleep(10_000)
        }
        close(lock)
        kill(holder, SIGKILL)
        #expect(Shell.wait(holder) == -SIGKILL)
        try keychain.add(ItemAttributes(account: "b"), text: "x")
    }

    @Test("Processes that are killed lose nothing acknowledged and invent nothing", .tags(.slow), arguments: 1...8)
    func storm(round: Int) throws {
        let (store, _) = try make()
        var workers: [(child: pid_t, log: String)] = []
        for index in 0..<8 {
            let log = "\(store.directory)/log-\(index)"
            let seed = "\(round * 100 + index)"
            let child = try Worker.start("storm", store.storePath, "shared", seed, "2000", log)
            workers.append((child, log))
        }
        for worker in workers { try waitForChange(in: worker.log) }
        usleep(UInt32.random(in: 0...2_500_000))
        for worker in workers.shuffled() {
            kill(worker.child, SIGKILL)
            usleep(UInt32.random(in: 0...20_000))
        }
        for worker in workers { _ = Shell.wait(worker.child) }
        let keychain = try store.open()
        #expect(damage(keychain) == [])
        var found: [String: String] = [:]
        try? keychain.forEachSecret(ItemQuery()) { item, octets in
            var text: [UInt8] = []
            for index in 0..<octets.count { text.append(octets[index]) }
            found[item.attributes.account] = String(decoding: text, as: UTF8.self)
        }
        var operations = 0
        for worker in workers { operations += try judge(worker.log, &found) }
        #expect(operations >= workers.count)
        #expect(found.isEmpty, "invented: \(found)")
    }

    /// Waits until a worker has noted a change: on a busy machine that takes a while, and only then can a kill hurt.
    private func waitForChange(in log: String) throws {
        for _ in 0..<3000 {
            if unsafe access(log, F_OK) == 0, String(decoding: try Shell.read(log), as: UTF8.self).contains("done") {
                return
            }
            usleep(10_000)
        }
        Issue.record("no change in \(log)")
    }

    /// Compares what a worker noted with what is there, and takes its items away.
    ///
    /// - Returns: How many changes were acknowledged.
    private func judge(_ log: String, _ found: inout [String: String]) throws -> Int {
        var model: [String: String] = [:]
        var pending: (account: String, value: String?)?
        var count = 0
        for line in String(decoding: try Shell.read(log), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "begin": pending = (words[2], words[1] == "put" ? words[3] : nil)
            case "done":
                if let change = pending { model[change.account] = change.value }
                pending = nil
                count += 1
            default: Issue.record("\(line)")
            }
        }
        // The change that was under way when the process died may have happened or not.
        if let change = pending {
            let isBefore = found[change.account] == model[change.account]
            let isAfter = found[change.account] == change.value
            #expect(isBefore || isAfter, "\(change.account)")
            found[change.account] = nil
            model[change.account] = nil
        }
        for (account, value) in model {
            #expect(found[account] == value, "\(account)")
            found[account] = nil
        }
        return count
    }
}
