import FoundationEssentials
import Keystore
import KeystoreBase
import Octets
import SecItemCompat
import Testing

/// The calls that programs make which store protected data or share a password, in their order.
@Suite("Programs written for the keychain of iOS")
struct SourceProgramTests {
    private static func query(_ account: String) -> [String: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "PersonService", kSecAttrAccount: account]
    }

    private static func read(_ account: String) -> (status: OSStatus, text: String?) {
        var item: CFTypeRef?
        let query = query(account).merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
        let status = unsafe SecItemCopyMatching(query, &item)
        return (status, (item as? Data).map { String(decoding: $0, as: UTF8.self) })
    }

    private static func write(_ text: String, _ account: String) -> OSStatus {
        SecItemUpdate(query(account), [kSecValueData: Data(text.utf8)])
    }

    /// A class, and what reading and writing answer before the first unlock, unlocked, and locked again.
    struct Row: CustomTestStringConvertible, Sendable {
        let accessible: String
        let before: OSStatus
        let locked: OSStatus
        var testDescription: String { accessible }
    }

    @Test(
        "Protected data is read and written in just the states of its class",
        arguments: [
            Row(accessible: kSecAttrAccessibleAlways, before: errSecSuccess, locked: errSecSuccess),
            Row(
                accessible: kSecAttrAccessibleWhenUnlocked,
                before: errSecInteractionNotAllowed,
                locked: errSecInteractionNotAllowed
            ),
            Row(
                accessible: kSecAttrAccessibleAfterFirstUnlock,
                before: errSecInteractionNotAllowed,
                locked: errSecSuccess
            ),
        ]
    )
    func protectedData(row: Row) throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        let item = Self.query("greeting").merging(
            [kSecAttrAccessible: row.accessible, kSecValueData: Data("Hello, World".utf8)]
        ) { $1 }
        SecItemStore.$current.withValue(keychain) {
            #expect(SecItemAdd(item, nil) == errSecSuccess)
            #expect(Self.read("greeting") == (errSecSuccess, "Hello, World"))
            keychain.lock()
            #expect(Self.read("greeting").status == row.locked)
            #expect(Self.write("Hello again", "greeting") == row.locked)
        }
        // Another process, before its first unlock.
        let restarted = try Keychain.open(store.configuration())
        SecItemStore.$current.withValue(restarted) {
            #expect(Self.read("greeting").status == row.before)
            #expect(Self.write("Hello there", "greeting") == row.before)
        }
        try restarted.unlock(.keyFile(TestStore.keyFile()))
        SecItemStore.$current.withValue(restarted) {
            #expect(Self.write("Hello, World", "greeting") == errSecSuccess)
            #expect(Self.read("greeting") == (errSecSuccess, "Hello, World"))
        }
    }

    @Test("Data that is protected unless open is added while locked, and an open handle outlives the lock")
    func unlessOpen() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        keychain.lock()
        try keychain.add(
            ItemAttributes(service: "PersonService", account: "open", accessible: .unlessOpen),
            text: "Hello, World"
        )
        SecItemStore.$current.withValue(keychain) {
            #expect(Self.read("open").status == errSecInteractionNotAllowed)
        }
        try keychain.unlock(.keyFile(TestStore.keyFile()))
        let handle = try keychain.openItem(ItemQuery(service: "PersonService", account: "open"))
        keychain.lock()
        #expect(try handle.withSecret { $0.count } == 12)
    }

    @Test("A value is deleted once, is not found then, is stored, is a duplicate, and is changed")
    func sharedPassword() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        SecItemStore.$current.withValue(keychain) {
            let item = Self.query("fullName").merging([kSecValueData: Data("Steve Jobs".utf8)]) { $1 }
            #expect(Self.write("Tim Cook", "fullName") == errSecItemNotFound)
            #expect(SecItemAdd(item, nil) == errSecSuccess)
            #expect(SecItemAdd(item, nil) == errSecDuplicateItem)
            #expect(Self.write("Tim Cook", "fullName") == errSecSuccess)
            #expect(Self.read("fullName") == (errSecSuccess, "Tim Cook"))
            // The synchronizable twin is an item of its own.
            let twin = item.merging([kSecAttrSynchronizable: kCFBooleanTrue!]) { $1 }
            #expect(SecItemAdd(twin, nil) == errSecSuccess)
            #expect(SecItemDelete(Self.query("fullName")) == errSecSuccess)
            #expect(SecItemDelete(Self.query("fullName")) == errSecItemNotFound)
            let anywhere = Self.query("fullName").merging([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) { $1 }
            #expect(SecItemCopyMatching(anywhere, nil) == errSecSuccess)
            #expect(SecItemDelete(anywhere) == errSecSuccess)
        }
    }

    @Test("A second program reads what the first one stored, a third does not find it and is refused by name")
    func threePrograms() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let shared = TestStore.group("shared").rawValue
        let first = try store.create()
        SecItemStore.$current.withValue(first) {
            let item = Self.query("fullName").merging(
                [kSecAttrAccessGroup: shared, kSecValueData: Data("Steve Jobs".utf8)]
            ) { $1 }
            #expect(SecItemAdd(item, nil) == errSecSuccess)
        }
        let second = try store.open(Caller(keychainAccessGroups: [TestStore.group("shared")]))
        SecItemStore.$current.withValue(second) { #expect(Self.read("fullName") == (errSecSuccess, "Steve Jobs")) }
        let third = try store.open(Caller(keychainAccessGroups: [TestStore.group("other")]))
        SecItemStore.$current.withValue(third) {
            #expect(Self.read("fullName").status == errSecItemNotFound)
            let named = Self.query("fullName").merging([kSecAttrAccessGroup: shared]) { $1 }
            #expect(SecItemDelete(named) == errSecMissingEntitlement)
        }
    }
}
