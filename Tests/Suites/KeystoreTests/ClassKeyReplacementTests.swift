import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Removing a token replaces the class keys")
struct ClassKeyReplacementTests {
    private static let classes: [Accessible] = [.always, .afterFirstUnlock, .whenUnlocked, .unlessOpen]

    /// A store with a token, an item of each class, and a file of each class.
    private struct Place {
        let store: TestStore
        let keychain: Keychain
        let token: SoftToken
        let slot: String

        init(passphrase: Bool = false) throws {
            store = try TestStore()
            keychain = try store.create()
            token = try SoftToken(.curve(ECPrivateKey(generatingOn: .p256)), certificate: "one")
            slot = try keychain.addSlot(.token(token.publicKey), authorizedBy: .keyFile(TestStore.keyFile())).identifier
            var accessibles = classes
            if passphrase {
                try keychain.addSlot(
                    .passphrase(TestStore.secret("words")),
                    authorizedBy: .keyFile(TestStore.keyFile())
                )
                accessibles.append(.whenPasscodeSetThisDeviceOnly)
            }
            for accessible in accessibles {
                try keychain.add(
                    ItemAttributes(service: "s", account: accessible.rawValue, accessible: accessible),
                    text: accessible.rawValue
                )
            }
            for protection in FileProtection.allCases {
                var writer = try ProtectedFiles(keychain).create(
                    .named(protection.rawValue),
                    protection: protection,
                    hidesName: protection == .complete
                )
                try writer.write(Array(protection.rawValue.utf8).span)
                try writer.finish()
            }
        }

        func remove() throws -> ResealingReport {
            try keychain.removeTokenSlot(slot, authorizedBy: .keyFile(TestStore.keyFile()))
        }

        /// Adds a passphrase whose slot wraps the root key itself.
        func addSlotOfFormat1() throws {
            let context = keychain.context
            var (keybag, _) = try Keychain.readKeybag(context)
            let method = UnlockMethod.keyFile(TestStore.keyFile())
            let root = try Keychain.openRoot(keybag, method)
            let new = NewSlot.passphrase(TestStore.secret("old"))
            let slot = try KeybagSlot(new, cost: .floor, root: root, store: context.store)
            keybag.slots.append(slot)
            keybag.generation += 1
            let file = try keybag.encoded(device: context.device)
            try context.root.replace(Keybag.fileName, with: file.span)
        }

        /// The store as another process opens it with its key file.
        func reopened() throws -> Keychain { try store.open() }
    }

    /// Who has the token, and a copy of the keybag from before.
    private struct Thief {
        let classKeys: ClassKeys
        /// How many class keys and root keys of the new keybag open.
        let openedOfNewKeybag: Int

        init(_ oldKeybag: [UInt8], _ token: SoftToken, _ context: StoreContext) throws {
            let (old, _) = try Keybag.decode(oldKeybag, device: context.device, store: context.store, name: "old")
            let (new, _) = try Keychain.readKeybag(context)
            let method = UnlockMethod.token(token)
            let root = try Keychain.openRoot(old, method)
            let unlockKey = try Keybag.unlockKey(root: root, store: context.store)
            let classes: [ProtectionClass] = [.afterFirstUnlock, .whenUnlocked, .unlessOpen, .passcode]
            classKeys = ClassKeys(try old.unwrap(classes, with: unlockKey), new)
            var opened = 0
            for wrapped in new.classKeys where wrapped.name.protection != .always {
                var single = new
                single.classKeys = [wrapped]
                if (try? single.unwrap(classes, with: unlockKey)) != nil { opened += 1 }
            }
            for slot in new.slots {
                guard let share = slot.share else { continue }
                if try share.open(root, identifier: slot.identifier, store: context.store) != nil { opened += 1 }
            }
            openedOfNewKeybag = opened
        }

        func opens(_ match: Match) throws -> Bool {
            do throws(KeystoreError) { return try match.openSecret(classKeys) != nil } catch { return false }
        }
    }

    private func contents(_ keychain: Keychain) throws -> [String] {
        var lines: [String] = []
        for item in try keychain.items(ItemQuery(service: "s")) {
            let query = ItemQuery(persistentReference: item.persistentReference)
            let times = "\(item.created) \(item.modified) \(item.version) \(item.clock)"
            lines.append("\(item.attributes.account) \(try keychain.text(query)) \(times)")
        }
        for file in try ProtectedFiles(keychain).list() {
            let name = try #require(try file.get().name)
            let opened = try ProtectedFiles(keychain).open(.named(name))
            var octets = [UInt8](repeating: 0, count: Int(opened.size))
            var span = octets.mutableSpan
            _ = try opened.read(at: 0, into: &span)
            lines.append("\(name) \(opened.protection) \(String(decoding: octets, as: UTF8.self))")
        }
        return lines.sorted()
    }

    @Test("Items and files of every class stay as they are, with their times", arguments: [false, true])
    func whole(passphrase: Bool) throws {
        let place = try Place(passphrase: passphrase)
        let before = try contents(place.keychain)
        let report = try place.remove()
        #expect(report.items == (passphrase ? 4 : 3))
        #expect(report.files == 3)
        #expect(report.remaining.isEmpty)
        #expect(try contents(place.keychain) == before)
        let other = try place.reopened()
        #expect(try contents(other) == before)
        #expect(other.verify().findings == [])
        #expect(try other.slots().map(\.kind).contains(.token) == false)
        #expect(try other.finishReplacingClassKeys() == ResealingReport())
        if passphrase {
            let third = try Keychain.open(place.store.configuration())
            try third.unlock(.passphrase(TestStore.secret("words")))
            #expect(try contents(third) == before)
        }
        // Once more, by a token that came later.
        let again = try other.addSlot(.token(place.token.publicKey), authorizedBy: .keyFile(TestStore.keyFile()))
        #expect(
            try other.removeTokenSlot(again.identifier, authorizedBy: .keyFile(TestStore.keyFile())).files == 3
        )
        #expect(try contents(place.reopened()) == before)
    }

    @Test("What the first unlock left in the kernel opens nothing once the class keys are replaced, even if put back")
    func firstUnlock() throws {
        let place = try Place()
        let key = KernelKeyring(name: "jeton-keystore-first-unlock:\(Hex.encode(place.keychain.context.store))")
        try place.keychain.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 600)
        _ = try place.keychain.forgetRemembered()
        guard let sealed = try key.get(count: 60) else {
            Issue.record("the first unlock left no key")
            return
        }
        let octets = sealed.withBytes { octets in (0..<60).map { octets[$0] } }
        _ = try place.remove()
        try key.put(Secret(copying: octets.span), seconds: 60)
        let other = try Keychain.open(place.store.configuration())
        #expect(try !other.unlockAsRemembered())
        #expect(other.state == .beforeFirstUnlock)
        _ = try key.drop()
    }

    @Test("The token and the keybag from before open neither the new class keys nor anything in the store")
    func attack() throws {
        let place = try Place()
        let context = place.keychain.context
        let oldFile = try Shell.read(place.store.storePath + "/keybag")
        _ = try place.remove()

        let thief = try Thief(oldFile, place.token, context)
        #expect(thief.classKeys.keys.count == 3)
        #expect(thief.openedOfNewKeybag == 0)
        let image = try #require(try context.vault(shared).reload())
        for match in try image.matches(ItemQuery(service: "s"), limit: 10)
        where match.metadata.attributes.accessible != .always {
            #expect(try !thief.opens(match), "\(match.metadata.attributes.account)")
        }
        // Nothing under the earlier keys stays beside it.
        #expect(try context.vault(shared).previous() == nil)
        #expect(!Shell.exists(place.store.storePath + "/keybag.prev"))
        #expect(try ProtectedFiles(place.keychain).earlier(than: 1).isEmpty)
    }

    @Test("A process that still has the earlier keys reads nothing new, and writes nothing under them")
    func otherProcess() throws {
        let place = try Place()
        let other = try place.reopened()
        _ = try place.remove()
        let query = ItemQuery(service: "s", account: Accessible.whenUnlocked.rawValue)
        #expect(throws: KeystoreError(.interactionNotAllowed)) { try other.text(query) }
        #expect(throws: KeystoreError(.interactionNotAllowed)) {
            try other.add(ItemAttributes(account: "n"), text: "n")
        }
        #expect(throws: KeystoreError(.interactionNotAllowed)) {
            try other.update(query, secret: TestStore.secret("n"))
        }
        #expect(other.state == .beforeFirstUnlock)
        // What can be written while locked is sealed to the new public key.
        try other.add(ItemAttributes(service: "s", account: "open", accessible: .unlessOpen), text: "open")
        #expect(try place.keychain.text(ItemQuery(service: "s", account: "open")) == "open")
        #expect(place.keychain.verify().findings == [])
        try other.unlock(.keyFile(TestStore.keyFile()))
        #expect(try other.text(query) == Accessible.whenUnlocked.rawValue)
    }

    @Test("What `unlock` left ends, but for what is readable after the first unlock")
    func remembered() throws {
        let place = try Place()
        try place.keychain.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 600)
        _ = try place.remove()
        #expect(try !place.keychain.isRemembered())
        let other = try Keychain.open(place.store.configuration())
        #expect(try !other.unlockAsRemembered())
        #expect(other.state == .locked)
        let query = ItemQuery(service: "s", account: Accessible.afterFirstUnlock.rawValue)
        #expect(try other.text(query) == Accessible.afterFirstUnlock.rawValue)
        #expect(try place.keychain.forgetFirstUnlock())
    }

    @Test("A public key that a holder of the device key has put in a slot's place gets no new root key")
    func foreignShare() throws {
        let place = try Place()
        let context = place.keychain.context
        let keybag = try Self.forged(context)
        #expect(throws: KeystoreError(.notAvailable)) { try Self.replaceClassKeys(keybag, context) }
    }

    /// The keybag with an attacker's public key in the first slot, as a holder of the device key can write it.
    private static func forged(_ context: StoreContext) throws -> Keybag {
        var (keybag, _) = try Keychain.readKeybag(context)
        let key = try Primitives.randomKey()
        let publicKey = try Primitives.publicKey(of: key)
        let slot = keybag.slots[0]
        let share = try SlotShare(of: key, to: publicKey, identifier: slot.identifier, store: context.store)
        keybag.slots[0] = KeybagSlot(kind: slot.kind, identifier: slot.identifier, body: slot.body, share: share)
        return keybag
    }

    private static func replaceClassKeys(_ keybag: Keybag, _ context: StoreContext) throws {
        let method = UnlockMethod.keyFile(TestStore.keyFile())
        let current = try Keychain.readKeybag(context).0
        let root = try Keychain.openRoot(current, method)
        var keybag = keybag
        _ = try keybag.replaceClassKeys(root: root)
    }

    @Test("A slot of format 1 opens, and is named before anything is replaced")
    func earlierFormat() throws {
        let place = try Place()
        try place.addSlotOfFormat1()
        let other = try Keychain.open(place.store.configuration())
        try other.unlock(.passphrase(TestStore.secret("old")))
        let error = try #require(throws: KeystoreError.self) { _ = try place.remove() }
        #expect(error.code == .invalidParameter)
        #expect(error.description.contains("(passphrase) has an earlier version"))
        #expect(try place.reopened().slots().count == 3)
    }

    @Test("Another way to unlock is needed; neither the token itself nor another kind of slot will do")
    func refusals() throws {
        let place = try Place()
        let first = try #require(try place.keychain.slots().first).identifier
        #expect(throws: KeystoreError(.authenticationFailed)) {
            _ = try place.keychain.removeTokenSlot(place.slot, authorizedBy: .token(place.token))
        }
        #expect(throws: KeystoreError(.invalidParameter)) {
            _ = try place.keychain.removeTokenSlot(first, authorizedBy: .keyFile(TestStore.keyFile()))
        }
        #expect(throws: KeystoreError(.itemNotFound)) {
            _ = try place.keychain.removeTokenSlot("00", authorizedBy: .keyFile(TestStore.keyFile()))
        }
        #expect(try place.reopened().slots().count == 2)
    }
}
