internal import BenchmarkSupport

/// A store of secrets that is measured.
protocol Contender {
    /// Puts items in, as fast as the store allows.
    func fill(_ count: Int) throws
    /// Adds one item; it is on the disk afterwards.
    func add(account: String) throws
    /// Finds an item's secret; answers how many octets it has.
    func find(account: String) throws -> Int
    /// Counts the items with a label.
    func scan(label: String) throws -> Int
}

/// Stores and items by name.
enum Contenders {
    /// Opens a store.
    static func open(_ name: String, at path: String) throws -> any Contender {
        switch name {
        case "keystore": return try KeystoreContender(path)
        case "sqlite": return try SQLiteContender(path)
        case "libsecret": return SecretServiceContender()
        default: throw BenchmarkFailure("'\(name)' is no store: keystore, sqlite or libsecret")
        }
    }

    /// The name of an item: items differ in their accounts.
    static func account(_ number: Int) -> String {
        let digits = String(number)
        return "account-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// The label of an item; one in a hundred has a given one.
    static func label(_ number: Int) -> String { "label \(number % 100)" }
}
