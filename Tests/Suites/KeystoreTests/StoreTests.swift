import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import Testing

@Suite("Stores")
struct StoreTests {
    @Test("An item survives the process, and its secret comes back whole")
    func roundTrip() throws {
        let store = try TestStore()
        let first = try store.create()
        let reference = try first.add(ItemAttributes(service: "s", account: "a", label: "Token"), text: "secret value")
        let second = try store.open()
        #expect(try second.text(ItemQuery(service: "s", account: "a")) == "secret value")
        #expect(try second.text(ItemQuery(persistentReference: reference)) == "secret value")
        let item = try #require(try second.items(ItemQuery(label: "Token")).first)
        #expect(item.attributes.accessGroup == TestStore.group("shared"))
        #expect(item.version == 1)
        #expect(second.verify().findings == [])
    }

    @Test("A path that is not absolute is refused, and nothing is made anywhere")
    func relativePath() throws {
        let store = try TestStore()
        for (directory, witness) in [("store", nil), (store.storePath, "witness")] as [(String, String?)] {
            let configuration = KeychainConfiguration(
                directory: directory,
                witnessDirectory: witness,
                caller: TestStore.application
            )
            let made = #expect(throws: KeystoreError.self) {
                try Keychain.create(configuration, unlockedBy: .keyFile(TestStore.keyFile()))
            }
            #expect(made?.code == .invalidParameter)
            let opened = #expect(throws: KeystoreError.self) { try Keychain.open(configuration) }
            #expect(opened?.code == .invalidParameter)
        }
        #expect(!Shell.exists(store.storePath) && !Shell.exists("/store"))
    }

    @Test("A missing store is named, and a second one is not made over it")
    func missingAndTwice() throws {
        let store = try TestStore()
        #expect(throws: KeystoreError(.notAvailable)) { try Keychain.open(store.configuration()) }
        _ = try store.create()
        #expect(throws: KeystoreError(.duplicateItem)) {
            try Keychain.create(store.configuration(), unlockedBy: .keyFile(TestStore.keyFile()))
        }
        _ = try store.open()
    }

    @Test(
        "Secrets of every size up to the limit come back; one octet more is refused",
        arguments: [
            0, 1, 27, 28, 29, 60, 61, 32768, 524_284,
        ]
    )
    func sizes(count: Int) throws {
        let store = try TestStore()
        let keychain = try store.create()
        let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try keychain.add(ItemAttributes(account: "a"), secret: Secret(copying: octets.span))
        let back = try store.open().copySecret(ItemQuery(account: "a"))
        #expect(back.withBytes { ConstantTime.equals($0, octets.span) })
        let tooLong = [UInt8](repeating: 0, count: 524_285)
        #expect(throws: KeystoreError(.invalidParameter)) {
            try keychain.add(ItemAttributes(account: "b"), secret: Secret(copying: tooLong.span))
        }
    }

    @Test("An item from outside that is too large is refused, and the others are taken")
    func incomingSizes() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let items = [524_284, 524_285, 1].map { count in
            IncomingItem(
                ItemAttributes(account: "\(count)"),
                group: TestStore.group("shared"),
                created: 0,
                modified: 0,
                secret: Secret(copying: [UInt8](repeating: 7, count: count).span)
            )
        }
        let outcomes = try keychain.take(items, replacing: false)
        let refused = outcomes.map { outcome in
            if case .refused(let error) = outcome { error.code == .invalidParameter } else { false }
        }
        #expect(refused == [false, true, false])
        #expect(try keychain.items(ItemQuery()).count == 2)
    }
}
