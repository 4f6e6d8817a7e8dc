import AgeFiles
import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import KeystoreSync
import TestRig
import Testing

@Suite("Synchronization of two keychains")
struct KeychainSyncTests {
    private static let octets = [UInt8](repeating: 7, count: 64)
    private static let group = TestDevice.group

    private static func keychain(_ folder: TemporaryDirectory) throws -> Keychain {
        let caller = Caller(keychainAccessGroups: [group])
        var configuration = KeychainConfiguration(
            directory: folder.path("store"),
            witnessDirectory: folder.path("witness"),
            caller: caller
        )
        configuration.passphraseCost = .floor
        let keychain = try Keychain.create(configuration, unlockedBy: .keyFile(Secret(copying: octets.span)))
        try keychain.unlock(.keyFile(Secret(copying: octets.span)))
        return keychain
    }

    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    private static func text(_ keychain: Keychain, _ account: String, _ scope: SyncScope = .synchronizableOnly)
        -> String?
    {
        let query = ItemQuery(service: "mail", account: account, scope: scope)
        guard let secret = try? keychain.copySecret(query) else { return nil }
        return secret.withBytes { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
    }

    @Test("Synchronizable items follow from keychain to keychain, and the others stay")
    func follows() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let folders = [try TemporaryDirectory(), try TemporaryDirectory()]
        let keychains = try folders.map { try Self.keychain($0) }
        var stores = keychains.map { KeychainSyncStore($0) }
        var now = UInt64(Date().timeIntervalSince1970 * 1000) + 1000
        func run() throws -> [SyncReport] {
            try [0, 1, 0].map { index in
                now += 1000
                return try devices[index].session.run(&stores[index], keys: devices[index].keys, now: now)
            }
        }
        var shared = ItemAttributes(service: "mail", account: "a", label: "one", accessGroup: Self.group)
        shared.isSynchronizable = true
        try keychains[0].add(shared, secret: Self.secret("first"))
        let bound = ItemAttributes(
            service: "mail",
            account: "b",
            accessGroup: Self.group,
            accessible: .whenUnlockedThisDeviceOnly
        )
        try keychains[0].add(bound, secret: Self.secret("stays"))
        #expect(try run().map(\.applied.count) == [0, 1, 0])
        #expect(Self.text(keychains[1], "a") == "first")
        #expect(Self.text(keychains[1], "b", .any) == nil)
        #expect(try run().allSatisfy { $0.sequence == nil && $0.applied.isEmpty })

        var changes = AttributeChanges()
        changes.label = "two"
        let query = ItemQuery(service: "mail", account: "a", scope: .synchronizableOnly)
        try keychains[1].update(query, changes, secret: Self.secret("second"))
        _ = try run()
        #expect(Self.text(keychains[0], "a") == "second")
        #expect(try keychains[0].items(query).map(\.attributes.label) == ["two"])
        try keychains[0].delete(query)
        _ = try run()
        #expect(Self.text(keychains[1], "a") == nil)
        #expect(Self.text(keychains[0], "b", .any) == "stays")
        _ = try run()
        #expect(try run().allSatisfy { $0.sequence == nil && $0.applied.isEmpty && $0.notices.isEmpty })
    }

    @Test("An age recipient is a recovery slot, and the age program could open it")
    func recovery() throws {
        let identity = try AgeIdentity.generate()
        let recipient = identity.recipient
        let text = identity.makeText()
        let unwrapping = AgeKeyUnwrapping(identity)
        let wrapped = try recipient.wrap(Self.secret("a root key"))
        let opened = try unwrapping.unwrap(wrapped)
        let isSame = opened.equals(Self.secret("a root key"))
        #expect(isSame)
        let folder = try TemporaryDirectory()
        try folder.write(text.withBytes { span in (0..<span.count).map { span[$0] } }, to: "key", mode: 0o600)
        #expect(try TestCommand("age", "-d", "-i", folder.path("key"), input: wrapped).text == "a root key")
    }
}
