internal import BenchmarkSupport
internal import RawStores

/// The secret service of the session, through libsecret; labels are not searched.
struct SecretServiceContender: Contender {
    func fill(_ count: Int) throws {
        for number in 0..<count { try add(account: Contenders.account(number)) }
    }

    func add(account: String) throws {
        guard unsafe raw_secret_add("benchmark", account, "added", "0123456789abcdef0123456789abcdef") == 0 else {
            throw failure()
        }
    }

    func find(account: String) throws -> Int {
        var count = 0
        guard unsafe raw_secret_find("benchmark", account, &count) == 0 else { throw failure() }
        return count
    }

    func scan(label: String) throws -> Int { throw BenchmarkFailure("the secret service has no search by label") }

    private func failure() -> BenchmarkFailure {
        BenchmarkFailure("the secret service: " + (unsafe String(cString: raw_failure())))
    }
}
