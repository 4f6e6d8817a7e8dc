import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Slots")
struct SlotTests {
    private static func keyFile() -> UnlockMethod { .keyFile(TestStore.keyFile()) }

    @Test("A store opens by each of its slots and by nothing else")
    func kinds() throws {
        let store = try TestStore()
        let keychain = try store.create()
        try keychain.add(ItemAttributes(account: "a"), text: "x")
        try keychain.addSlot(.passphrase(TestStore.secret("correct horse")), authorizedBy: SlotTests.keyFile())
        #expect(try keychain.slots().map(\.kind) == [.keyFile, .passphrase])
        let fresh = try Keychain.open(store.configuration())
        for wrong in ["", "correct hors", "correct horse ", "Correct horse"] {
            #expect(throws: KeystoreError(.authenticationFailed)) {
                try fresh.unlock(.passphrase(TestStore.secret(wrong)))
            }
        }
        #expect(throws: KeystoreError(.authenticationFailed)) {
            try fresh.unlock(.keyFile(TestStore.secret("0123456789012345678901234567890123456789")))
        }
        #expect(fresh.state == .beforeFirstUnlock)
        try fresh.unlock(.passphrase(TestStore.secret("correct horse")))
        #expect(try fresh.text(ItemQuery(account: "a")) == "x")
        #expect(try store.open().text(ItemQuery(account: "a")) == "x")
    }

    @Test("A removed slot opens no more, neither does its old keybag stay; the last one stays")
    func removal() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let first = try #require(try keychain.slots().first)
        #expect(throws: KeystoreError(.invalidParameter)) { try keychain.removeSlot(first.identifier) }
        try keychain.addSlot(.passphrase(TestStore.secret("p")), authorizedBy: SlotTests.keyFile())
        #expect(Shell.exists(store.storePath + "/keybag.prev"))
        #expect(throws: KeystoreError(.itemNotFound)) { try keychain.removeSlot("00") }
        try keychain.removeSlot(first.identifier)
        #expect(!Shell.exists(store.storePath + "/keybag.prev"))
        let fresh = try Keychain.open(store.configuration())
        #expect(throws: KeystoreError(.authenticationFailed)) { try fresh.unlock(SlotTests.keyFile()) }
        try fresh.unlock(.passphrase(TestStore.secret("p")))
    }

    @Test("Adding a slot needs a way that works; there are at most eight")
    func addition() throws {
        let store = try TestStore()
        let keychain = try store.create()
        #expect(throws: KeystoreError(.authenticationFailed)) {
            try keychain.addSlot(.keyFile(TestStore.keyFile()), authorizedBy: .passphrase(TestStore.secret("p")))
        }
        for bad in [0, 31] {
            #expect(throws: KeystoreError(.invalidParameter)) {
                try keychain.addSlot(
                    .keyFile(Secret(capacity: bad) { _ in bad }),
                    authorizedBy: SlotTests.keyFile()
                )
            }
        }
        #expect(throws: KeystoreError(.invalidParameter)) {
            try keychain.addSlot(.passphrase(TestStore.secret("")), authorizedBy: SlotTests.keyFile())
        }
        for _ in 0..<7 { try keychain.addSlot(.keyFile(TestStore.keyFile()), authorizedBy: SlotTests.keyFile()) }
        #expect(throws: KeystoreError(.invalidParameter)) {
            try keychain.addSlot(.keyFile(TestStore.keyFile()), authorizedBy: SlotTests.keyFile())
        }
    }

    @Test(
        "Costs below the floor and above the ceiling are refused, in slots that are read as well",
        arguments: [
            (14, 8, 1), (21, 8, 1), (17, 16, 1), (17, 8, 0), (17, 8, 5),
        ]
    )
    func cost(row: (Int, Int, Int)) throws {
        #expect(PassphraseCost(log2Cost: row.0, blockSize: row.1, parallelism: row.2) == nil)
        let body = [UInt8(row.0), UInt8(row.1), UInt8(row.2), 0] + [UInt8](repeating: 0, count: 32 + 60)
        let slot = KeybagSlot(kind: .passphrase, identifier: [UInt8](repeating: 0, count: 16), body: body)
        let root = try slot.open(passphrase: TestStore.secret("p"), store: [UInt8](repeating: 0, count: 16))
        let isRefused = root == nil
        #expect(isRefused)
    }

    @Test("A credential of this machine unlocks by the installed systemd-creds, and one of another name does not")
    func systemCredential() throws {
        let store = try TestStore()
        let keychain = try store.create()
        try keychain.add(ItemAttributes(account: "a"), text: "x")
        try keychain.addSlot(.systemCredential(SystemCredential()), authorizedBy: SlotTests.keyFile())
        let fresh = try Keychain.open(store.configuration())
        #expect(throws: KeystoreError(.authenticationFailed)) {
            try fresh.unlock(.systemCredential(SystemCredential(name: "another")))
        }
        try fresh.unlock(.systemCredential(SystemCredential()))
        #expect(try fresh.text(ItemQuery(account: "a")) == "x")
    }

    @Test(
        "A tool that is missing, fails, hangs or floods is named in the error",
        arguments: [
            ("/nonexistent/tool", "start"), ("/bin/false", "failed"),
        ]
    )
    func tools(row: (String, String)) throws {
        let store = try TestStore()
        let keychain = try store.create()
        let error = try #require(throws: KeystoreError.self) {
            try keychain.addSlot(
                .systemCredential(SystemCredential(tool: row.0)),
                authorizedBy: SlotTests.keyFile()
            )
        }
        #expect(error.code == .unimplemented)
        #expect(error.description.contains(row.0))
        #expect(error.description.contains(row.1))
    }

    /// A recipient that is its own identity: turns each octet around with a number.
    private struct Recipient: KeyWrapping, KeyUnwrapping {
        let number: UInt8

        func wrap(_ secret: borrowing Secret) throws(KeystoreError) -> [UInt8] {
            secret.withBytes { octets in
                var wrapped = [number]
                for index in 0..<octets.count { wrapped.append(octets[index] ^ number) }
                return wrapped
            }
        }

        func unwrap(_ octets: [UInt8]) throws(KeystoreError) -> Secret {
            guard octets.first == number else { throw KeystoreError(.authenticationFailed, "another recipient") }
            var opened = octets.dropFirst().map { $0 ^ number }
            return Secret(wiping: &opened)
        }
    }

    @Test("Of several recovery recipients each identity opens its own slot, and a slot of another store opens nothing")
    func recovery() throws {
        let store = try TestStore()
        let keychain = try store.create()
        for number in [7, 9] as [UInt8] {
            try keychain.addSlot(.recovery(Recipient(number: number)), authorizedBy: SlotTests.keyFile())
        }
        for number in [9, 7] as [UInt8] {
            let fresh = try Keychain.open(store.configuration())
            try fresh.unlock(.recovery(Recipient(number: number)))
            #expect(fresh.state == .unlocked)
        }
        let fresh = try Keychain.open(store.configuration())
        #expect(throws: KeystoreError(.authenticationFailed)) { try fresh.unlock(.recovery(Recipient(number: 8))) }
        let other = try TestStore()
        let stranger = try Keychain.create(other.configuration(), unlockedBy: .recovery(Recipient(number: 7)))
        let (keybag, _) = try Keychain.readKeybag(stranger.context)
        let slot = try #require(keybag.slots.first)
        let root = try slot.open(Recipient(number: 7), store: keychain.context.store)
        let isRefused = root == nil
        #expect(isRefused)
    }
}
