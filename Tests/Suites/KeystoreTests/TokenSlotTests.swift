import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Unlocking by a token")
struct TokenSlotTests {
    private static func make(_ kind: String) throws -> SoftToken.Key {
        switch kind {
        case "P-256": .curve(try ECPrivateKey(generatingOn: .p256))
        case "P-384": .curve(try ECPrivateKey(generatingOn: .p384))
        default: .rsa(try RSAPrivateKey(generatingBits: 2048))
        }
    }

    @Test(
        "A token's key unlocks; another one, and the same under another certificate, do not",
        arguments: ["P-256", "P-384", "RSA"]
    )
    func unlocks(kind: String) throws {
        let store = try TestStore()
        let keychain = try store.create()
        let key = try Self.make(kind)
        let token = try SoftToken(key, certificate: "one")
        let slot = try keychain.addSlot(.token(token.publicKey), authorizedBy: .keyFile(TestStore.keyFile()))
        #expect(slot.kind == .token)
        #expect(try keychain.slots().last?.tokenURI == "pkcs11:token=alpha")
        try keychain.add(ItemAttributes(account: "a"), text: "secret")

        let opened = try Keychain.open(store.configuration())
        let other = try SoftToken(Self.make(kind), certificate: "one")
        #expect(throws: KeystoreError(.authenticationFailed)) { try opened.unlock(.token(other)) }
        let renewed = try SoftToken(key, certificate: "two")
        #expect(throws: KeystoreError(.authenticationFailed)) { try opened.unlock(.token(renewed)) }
        try opened.unlock(.token(token))
        #expect(try opened.text(ItemQuery(account: "a")) == "secret")
    }

    @Test(
        "A slot moved to another store, or under another slot's identifier, does not open",
        arguments: ["P-256", "RSA"]
    )
    func moved(kind: String) throws {
        let token = try SoftToken(Self.make(kind), certificate: "one")
        let octets = [UInt8](repeating: 7, count: 32)
        let store = [UInt8](repeating: 1, count: 16)
        let identifier = [UInt8](repeating: 2, count: 16)
        let slot = try KeybagSlot(
            token: token.publicKey,
            identifier: identifier,
            root: Secret(copying: octets.span),
            store: store
        )
        func opens(_ slot: KeybagSlot, _ store: [UInt8]) throws -> Bool {
            switch try slot.open(token, store: store) {
            case .some(let found): found.withBytes { Array(copying: $0) } == octets
            case .none: false
            }
        }
        #expect(try opens(slot, store))
        #expect(try !opens(slot, [UInt8](repeating: 3, count: 16)))
        let renamed = KeybagSlot(kind: .token, identifier: store, body: slot.body)
        #expect(try !opens(renamed, store))
        for index in slot.body.indices {
            var body = slot.body
            body[index] ^= 1
            // The URI is not bound here: the keybag's own code covers it.
            if (37..<37 + 18).contains(index) { continue }
            let isOpen = (try? opens(KeybagSlot(kind: .token, identifier: identifier, body: body), store)) ?? false
            #expect(!isOpen, "byte \(index)")
        }
    }

    @Test("A way that is not a token always remains")
    func remains() throws {
        let store = try TestStore()
        let token = try SoftToken(Self.make("P-256"), certificate: "one")
        #expect(throws: KeystoreError(.invalidParameter)) {
            _ = try Keychain.create(store.configuration(), unlockedBy: .token(token.publicKey))
        }
        let keychain = try store.create()
        let slot = try keychain.addSlot(.token(token.publicKey), authorizedBy: .keyFile(TestStore.keyFile()))
        let first = try #require(try keychain.slots().first)
        #expect(throws: KeystoreError(.invalidParameter)) { try keychain.removeSlot(first.identifier) }
        #expect(throws: KeystoreError(.invalidParameter)) { try keychain.removeSlot(slot.identifier) }
        _ = try keychain.removeTokenSlot(slot.identifier, authorizedBy: .keyFile(TestStore.keyFile()))
        #expect(throws: KeystoreError(.authenticationFailed)) { try keychain.unlock(.token(token)) }
    }

    @Test("OAEP is what OpenSSL's private operation finds, and every fault is one and the same")
    func padding() throws {
        let key = try RSAPrivateKey(generatingBits: 2048)
        let message = [UInt8](repeating: 7, count: 32)
        let label = Array("label".utf8)
        let padded = try OAEP.encode(Secret(copying: message.span), label: label, count: 256)
        #expect(padded[0] == 0)
        func decode(_ octets: [UInt8], _ label: [UInt8]) throws -> Bool {
            switch try OAEP.decode(Secret(copying: octets.span), label: label, count: 256, messageCount: 32) {
            case .some(let found): found.withBytes { Array(copying: $0) } == message
            case .none: false
            }
        }
        let sealed = try PublicKeyOperation.rsa(
            padded,
            modulus: key.modulus,
            exponent: RSAPrivateKey.publicExponent
        )
        #expect(try decode(key.privateOperation(sealed), label))
        #expect(try decode(Array(padded.dropFirst()), label))
        #expect(try !decode(padded, []))
        for index in padded.indices {
            var changed = padded
            changed[index] ^= 0x10
            #expect(try !decode(changed, label), "byte \(index)")
        }
    }
}
