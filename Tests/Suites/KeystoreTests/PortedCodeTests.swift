// The calls stand as programs for iOS have them, force unwraps included.
// swift-format-ignore-file

import FoundationEssentials
import SecItemCompat
import Testing

/// Calls as they stand in programs for iOS.
@Suite("Code written for iOS")
struct PortedCodeTests {
    private enum StoreError: Error, Equatable {
        case missing
        case notText
        case refused(status: OSStatus)
    }

    private static let service = "www.example.com"

    private static func store(_ password: String, account: String) throws {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
            kSecAttrSynchronizable as String: kCFBooleanFalse!,
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked,
            kSecValueData as String: password.data(using: String.Encoding.utf8)!,
        ]
        let status = SecItemAdd(query as CFDictionary, nil)
        guard status == errSecSuccess else { throw StoreError.refused(status: status) }
    }

    private static func load(account: String) throws -> String {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: account,
            kSecMatchLimit: kSecMatchLimitOne,
            kSecReturnAttributes: kCFBooleanTrue as Any,
            kSecReturnData: kCFBooleanTrue!,
        ]
        var item: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &item)
        guard status != errSecItemNotFound else { throw StoreError.missing }
        guard status == noErr else { throw StoreError.refused(status: status) }
        guard let existingItem = item as? [String: Any],
            let passwordData = existingItem[kSecValueData as String] as? Data,
            let password = String(data: passwordData, encoding: String.Encoding.utf8)
        else { throw StoreError.notText }
        return password
    }

    @Test("compiles as it is, with kCFBooleanTrue in each of its spellings, and does what it does there")
    func storeAndLoad() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        try SecItemStore.$current.withValue(keychain) {
            #expect(throws: StoreError.missing) { try Self.load(account: "anna") }
            try Self.store("Steve Jobs", account: "anna")
            #expect(try Self.load(account: "anna") == "Steve Jobs")
            #expect(throws: StoreError.refused(status: errSecDuplicateItem)) {
                try Self.store("Tim Cook", account: "anna")
            }
            let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "anna"] as CFDictionary
            let changes = [kSecValueData: Data("Tim Cook".utf8) as CFData] as CFDictionary
            #expect(SecItemUpdate(query, changes) == errSecSuccess)
            #expect(try Self.load(account: "anna") == "Tim Cook")
        }
    }

    @Test("that deletes every class of items gets a status for each, and one that it can show")
    func everyClass() throws {
        let store = try TestStore()
        defer { withExtendedLifetime(store) {} }
        let keychain = try store.create()
        try SecItemStore.$current.withValue(keychain) {
            try Self.store("x", account: "anna")
            let classes = [
                kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
                kSecClassIdentity,
            ]
            let statuses = classes.map { SecItemDelete([kSecClass: $0] as CFDictionary) }
            #expect(statuses == [errSecSuccess] + Array(repeating: errSecNoSuchClass, count: 4))
            for status in statuses {
                let message = SecCopyErrorMessageString(status, nil) as String?
                #expect(message?.isEmpty == false)
            }
            #expect(SecCopyErrorMessageString(-1, nil) == nil)
        }
    }
}
