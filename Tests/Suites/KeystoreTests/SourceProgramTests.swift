import FoundationEssentials
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
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

    // MARK: - Files

    /// A program that makes a protected file and says how it went.
    private struct FileProgram {
        let manager: ProtectedFiles
        let path: String

        func store(_ text: String, _ protection: FileProtection) -> String {
            let contents = Array(text.utf8)
            let isWritten = manager.createFile(
                atPath: path,
                contents: contents,
                attributes: [.protectionKey: protection]
            )
            return isWritten ? "Successfully and securely stored the file" : "Failed to write the file"
        }

        func read() -> String? { manager.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test(
        "A protected file of any size is stored and read in just the states of its class",
        arguments: [
            (FileProtection.none, beforeReads: true, beforeWrites: true, lockedReads: true, lockedWrites: true),
            (.complete, false, false, false, false),
            (.completeUnlessOpen, false, true, false, true),
            (.completeUntilFirstUserAuthentication, false, false, true, true),
        ]
    )
    func protectedFile(
        protection: FileProtection,
        beforeReads: Bool,
        beforeWrites: Bool,
        lockedReads: Bool,
        lockedWrites: Bool
    ) throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        let path = store.directory + "/MyFile.txt"
        let program = FileProgram(manager: ProtectedFiles(keychain), path: path)
        let stored = "Successfully and securely stored the file"
        let failed = "Failed to write the file"
        // More than an item can have.
        let text = "Hello, World" + String(repeating: ".", count: 700_000)
        #expect(program.store(text, protection) == stored)
        #expect(program.read() == text)
        #expect(try program.manager.attributesOfItem(atPath: path) == [.protectionKey: protection])
        #expect(try Shell.read(path).firstRange(of: Array("Hello, World".utf8)) == nil)

        keychain.lock()
        #expect((program.read() == text) == lockedReads)
        #expect(program.store(text, protection) == (lockedWrites ? stored : failed))

        // Another process, before its first unlock.
        let restarted = try Keychain.open(store.configuration())
        let second = FileProgram(manager: ProtectedFiles(restarted), path: path)
        #expect((second.read() == text) == beforeReads)
        #expect(second.store(text, protection) == (beforeWrites ? stored : failed))
        try restarted.unlock(.keyFile(TestStore.keyFile()))
        #expect(second.read() == text)
        // A directory that does not exist.
        let nowhere = FileProgram(manager: ProtectedFiles(restarted), path: store.directory + "/none/MyFile.txt")
        #expect(nowhere.store(text, protection) == failed)
        #expect(nowhere.read() == nil)
    }

    // MARK: - Passwords, with what the programs say

    private static func delete(_ query: [String: Any]) -> String {
        switch SecItemDelete(query) {
        case errSecSuccess: "Successfully deleted the item"
        case errSecItemNotFound: "Did not find the existing value."
        default: "Failed to delete"
        }
    }

    private static func store(_ query: [String: Any], _ text: String) -> String {
        let status = SecItemAdd(query.merging([kSecValueData: Data(text.utf8)]) { $1 }, nil)
        return status == errSecSuccess ? "Successfully stored the value" : "Failed to store: \(status)"
    }

    private static func replace(_ query: [String: Any], _ text: String) -> String {
        let status = SecItemUpdate(query, [kSecValueData: Data(text.utf8)])
        return status == errSecItemNotFound ? store(query, text) : status == errSecSuccess ? "Updated" : "\(status)"
    }

    @Test("A program says what became of deleting, storing, storing again and replacing, in one group and in iCloud's")
    func messages() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        let shared = TestStore.group("shared").rawValue
        let cloud: [String: Any] = [kSecAttrSynchronizable: kCFBooleanTrue!]
        SecItemStore.$current.withValue(keychain) {
            for more in [[:], [kSecAttrAccessGroup: shared], cloud] as [[String: Any]] {
                let query = Self.query("fullName").merging(more) { $1 }
                #expect(Self.delete(query) == "Did not find the existing value.")
                #expect(Self.store(query, "Steve Jobs") == "Successfully stored the value")
                #expect(Self.store(query, "Steve Jobs") == "Failed to store: \(errSecDuplicateItem)")
                #expect(Self.replace(query, "Tim Cook") == "Updated")
                var item: CFTypeRef?
                let reading = query.merging([kSecReturnData: kCFBooleanTrue!, kSecMatchLimit: kSecMatchLimitOne]) { $1 }
                #expect(unsafe SecItemCopyMatching(reading, &item) == errSecSuccess)
                #expect((item as? Data) == Data("Tim Cook".utf8))
                #expect(Self.delete(query) == "Successfully deleted the item")
                #expect(Self.delete(query) == "Did not find the existing value.")
                #expect(Self.replace(query, "Tim Cook") == "Successfully stored the value")
                #expect(Self.delete(query) == "Successfully deleted the item")
            }
        }
    }

    @Test("The reason of a failure is its status: absent, locked, another team's group, a pattern, another class")
    func reasons() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        let query = Self.query("fullName")
        SecItemStore.$current.withValue(keychain) {
            #expect(SecItemDelete(query) == errSecItemNotFound)
            #expect(Self.store(query, "Steve Jobs") == "Successfully stored the value")
            keychain.lock()
            #expect(Self.read("fullName").status == errSecInteractionNotAllowed)
            // Another team's group, and the pattern of one's own, which is never a group.
            for group in ["F3FU372W5M.shared", "\(TestStore.team).*"] {
                let named = query.merging([kSecAttrAccessGroup: group]) { $1 }
                #expect(Self.delete(named) == "Failed to delete")
                #expect(SecItemDelete(named) == errSecMissingEntitlement)
            }
            for other in [kSecClassKey, kSecClassCertificate, kSecClassIdentity, kSecClassInternetPassword] {
                #expect(SecItemDelete(query.merging([kSecClass: other]) { $1 }) == errSecNoSuchClass)
            }
        }
    }
}
