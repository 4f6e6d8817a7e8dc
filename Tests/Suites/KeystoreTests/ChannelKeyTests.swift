import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import Testing

@Suite("Channel keys")
struct ChannelKeyTests {
    private func key(_ text: String, pairing: UInt8 = 1) -> ChannelKey {
        ChannelKey(pairing: [pairing], label: "Rutoken", secret: TestStore.secret(text))
    }

    @Test("A second program of the group opens the channel with the first one's keys")
    func sharing() throws {
        let store = try TestStore()
        let first = ChannelKeyStore(try store.create(), group: second)
        try first.save(key("keys"), token: "1217688090")
        let other = ChannelKeyStore(try store.open(otherProgram), group: second)
        let loaded = try other.load(token: "1217688090")
        #expect(loaded.pairing == [1])
        #expect(loaded.label == "Rutoken")
        let isSame = loaded.secret.equals(TestStore.secret("keys"))
        #expect(isSame)
        #expect(try other.tokens().map { $0.attributes.accessible } == [.afterFirstUnlockThisDeviceOnly])
    }

    @Test("A third program without the group is refused, and finds nothing in its own")
    func stranger() throws {
        let store = try TestStore()
        try ChannelKeyStore(try store.create(), group: shared).save(key("keys"), token: "1")
        let keychain = try store.open(otherProgram)
        let named = ChannelKeyStore(keychain, group: shared)
        #expect(throws: KeystoreError(.missingEntitlement)) { _ = try named.load(token: "1") }
        #expect(throws: KeystoreError(.missingEntitlement)) { try named.save(key("mine"), token: "1") }
        #expect(throws: KeystoreError(.missingEntitlement)) { try named.forget(token: "1") }
        let own = ChannelKeyStore(keychain, group: nil)
        #expect(throws: KeystoreError(.itemNotFound)) { _ = try own.load(token: "1") }
    }

    @Test("Pairing anew replaces the keys; forgetting removes them")
    func replacing() throws {
        let store = try TestStore()
        let keys = ChannelKeyStore(try store.create(), group: nil)
        try keys.save(key("old"), token: "1")
        try keys.save(key("new", pairing: 2), token: "1")
        let loaded = try keys.load(token: "1")
        #expect(loaded.pairing == [2])
        let isSame = loaded.secret.equals(TestStore.secret("new"))
        #expect(isSame)
        try keys.forget(token: "1")
        #expect(throws: KeystoreError(.itemNotFound)) { _ = try keys.load(token: "1") }
        #expect(throws: KeystoreError(.itemNotFound)) { try keys.forget(token: "1") }
    }

    @Test("Keys of a later version are not guessed at, and empty ones not stored")
    func versions() throws {
        let store = try TestStore()
        let keychain = try store.create()
        try keychain.add(ItemAttributes(service: ChannelKeyStore.service, account: "1"), text: "\u{2}later")
        let keys = ChannelKeyStore(keychain, group: nil)
        #expect(throws: KeystoreError(.decoding)) { _ = try keys.load(token: "1") }
        #expect(throws: KeystoreError(.invalidParameter)) { try keys.save(key(""), token: "2") }
    }
}
