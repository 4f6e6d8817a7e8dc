internal import BenchmarkSupport
internal import RawStores

/// SQLite in plain C, its secrets sealed by AES-256-GCM; prepared statements, write-ahead log, synchronous=FULL.
@safe
final class SQLiteContender: Contender {
    private let database: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let key = [UInt8](repeating: 7, count: 32)
        guard unsafe raw_sqlite_open(path, key, &opened) == 0, let opened = unsafe opened else {
            throw SQLiteContender.failure()
        }
        unsafe database = opened
    }

    deinit { unsafe raw_sqlite_close(database) }

    func fill(_ count: Int) throws {
        try check(unsafe raw_sqlite_begin(database))
        for number in 0..<count { try add(Contenders.account(number), Contenders.label(number)) }
        try check(unsafe raw_sqlite_commit(database))
    }

    func add(account: String) throws { try add(account, "added") }

    private func add(_ account: String, _ label: String) throws {
        let secret = [UInt8](repeating: 1, count: 32)
        try check(unsafe raw_sqlite_add(database, "benchmark", account, label, secret, secret.count))
    }

    func find(account: String) throws -> Int {
        var secret = [UInt8](repeating: 0, count: 256)
        var count = 0
        try check(unsafe raw_sqlite_find(database, "benchmark", account, &secret, secret.count, &count))
        return count
    }

    func scan(label: String) throws -> Int {
        var count = 0
        try check(unsafe raw_sqlite_scan(database, label, &count))
        return count
    }

    private func check(_ status: Int32) throws {
        guard status == 0 else { throw SQLiteContender.failure() }
    }

    private static func failure() -> BenchmarkFailure {
        BenchmarkFailure("SQLite: " + (unsafe String(cString: raw_failure())))
    }
}
