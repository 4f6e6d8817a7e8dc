internal import BenchmarkSupport
internal import Glibc

/// Lookups, additions and scans of all stores in a folder, in turns.
struct StoreComparison {
    let folder: String
    let count: Int

    func run() throws {
        var stores: [(name: String, store: any Contender)] = [
            ("SQLite", try SQLiteContender(folder + "/sqlite.db")), ("keystore", try KeystoreContender(folder)),
        ]
        let hasService = unsafe getenv("DBUS_SESSION_BUS_ADDRESS") != nil
        if hasService { stores.append(("libsecret", SecretServiceContender())) }
        print("\(count) items                    per second  median us     p99 us")
        try compare("lookup", stores, rounds: hasService ? 40 : 200, each: hasService ? 25 : 100) { store, turn in
            guard try store.find(account: Contenders.account(turn * 7919 % count)) == 32 else {
                throw BenchmarkFailure("a secret has not 32 octets")
            }
        }
        try compare("scan by label", stores.filter { $0.name != "libsecret" }, rounds: 20, each: 1) { store, turn in
            guard try store.scan(label: Contenders.label(turn % 100)) == count / 100 else {
                throw BenchmarkFailure("a scan does not find its items")
            }
        }
        try compare("durable add", stores, rounds: 100, each: 1) { store, turn in
            try store.add(account: "added-\(getpid())-\(turn)")
        }
    }

    /// Runs a task on each store in turns and prints what one takes.
    private func compare(
        _ name: String,
        _ stores: [(name: String, store: any Contender)],
        rounds: Int,
        each: Int,
        _ task: (any Contender, Int) throws -> Void
    ) throws {
        var times = stores.map { _ in Sample() }
        for round in 0...rounds {
            for (place, entry) in stores.enumerated() {
                for turn in 0..<each {
                    let start = ContinuousClock.now
                    try task(entry.store, round * each + turn)
                    let time = (ContinuousClock.now - start) / .microseconds(1)
                    // The first round of each reads what the others need not read again.
                    if round > 0 { times[place].add(time) }
                }
            }
        }
        for (entry, sample) in zip(stores, times) {
            let title = "\(name), \(entry.name)"
            let columns = [
                Sample.text(1_000_000 / sample.mean, digits: 0, width: 11), Sample.text(sample.median, width: 11),
                Sample.text(sample.percentile(99), width: 11),
            ]
            print(title + String(repeating: " ", count: max(1, 28 - title.count)) + columns.joined())
        }
    }
}
