import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import SecItemCompat

// Keeps a secret in a keystore of its own, first by the library's calls, then by those of a keychain.
//
//     keep-secret FOLDER
//
// FOLDER is made if it is not there. A real program takes its access groups from its signed manifest
// (CallerIdentity) and asks for the passphrase; here both are written down to keep the example short.

func keep(in folder: String) throws {
    // A group of the user's own; nil for text that names no group.
    let groups = [AccessGroup(rawValue: "local.example")].compactMap(\.self)
    let configuration = KeychainConfiguration(directory: folder, caller: Caller(keychainAccessGroups: groups))
    var passphrase = Array("correct horse battery staple".utf8)
    let unlocking = Secret(wiping: &passphrase)
    let keychain = try Keychain.create(configuration, unlockedBy: .passphrase(unlocking.clone()))
    try keychain.unlock(.passphrase(unlocking))

    var token = Array("s3cret".utf8)
    let attributes = ItemAttributes(service: "example.org", account: "anna")
    _ = try keychain.add(attributes, secret: Secret(wiping: &token))
    let count = try keychain.withSecret(ItemQuery(service: "example.org", account: "anna")) { _, secret in secret.count
    }
    print("the keystore has a secret of \(count) octets")

    SecItemStore.use(keychain)
    let query: [String: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "example.org", kSecAttrAccount: "anna",
        kSecReturnData: true,
    ]
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    print("SecItemCopyMatching: status \(status), \((result as? Data)?.count ?? 0) octets")
}

guard CommandLine.arguments.count == 2 else {
    print("usage: keep-secret FOLDER")
    exit(2)
}
do {
    try keep(in: CommandLine.arguments[1])
} catch {
    print("error: \(error)")
    exit(1)
}
