import Glibc
import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

/// On the kernel's own keyring of the user.
@Suite("Unlocked for other processes")
struct RememberingTests {
    private static let classes: [Accessible] = [.always, .afterFirstUnlock, .whenUnlocked]

    private func filled() throws -> TestStore {
        let store = try TestStore()
        let keychain = try store.create()
        for accessible in Self.classes {
            try keychain.add(
                ItemAttributes(service: "s", account: accessible.rawValue, accessible: accessible),
                text: accessible.rawValue
            )
        }
        return store
    }

    /// Opens the store as another process does, and says which classes it reads.
    private func readable(_ store: TestStore) throws -> (state: LockState, classes: [Accessible]) {
        let keychain = try Keychain.open(store.configuration())
        let isUnlocked = try keychain.unlockAsRemembered()
        #expect(isUnlocked == (keychain.state == .unlocked))
        let classes = try Self.classes.filter { accessible in
            do {
                return try keychain.text(ItemQuery(service: "s", account: accessible.rawValue)) == accessible.rawValue
            } catch let error as KeystoreError where error.code == .interactionNotAllowed { return false }
        }
        return (keychain.state, classes)
    }

    private func firstUnlockKey(_ store: TestStore) throws -> KernelKeyring {
        let keychain = try Keychain.open(store.configuration())
        return KernelKeyring(name: "jeton-keystore-first-unlock:\(Hex.encode(keychain.context.store))")
    }

    @Test("Each class is readable in another process as long as its name says: table of classes and states")
    func classes() throws {
        let store = try filled()
        let before = try readable(store)
        #expect(before.state == .beforeFirstUnlock)
        #expect(before.classes == [.always])

        let keychain = try Keychain.open(store.configuration())
        try keychain.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 600)
        let unlocked = try readable(store)
        #expect(unlocked.state == .unlocked)
        #expect(unlocked.classes == Self.classes)

        #expect(try keychain.forgetRemembered())
        let locked = try readable(store)
        #expect(locked.state == .locked)
        #expect(locked.classes == [.always, .afterFirstUnlock])
        let other = try Keychain.open(store.configuration())
        _ = try other.unlockAsRemembered()
        try other.add(ItemAttributes(service: "s", account: "new", accessible: .afterFirstUnlock), text: "new")
        #expect(throws: KeystoreError(.interactionNotAllowed)) {
            try other.add(ItemAttributes(service: "s", account: "no"), text: "no")
        }

        // As after a restart of the machine, which empties the keyring.
        #expect(try keychain.forgetFirstUnlock())
        #expect(try !keychain.forgetFirstUnlock())
        let restarted = try readable(store)
        #expect(restarted.state == .beforeFirstUnlock)
        #expect(restarted.classes == [.always])
    }

    @Test("A key that another program left, or that is of earlier class keys, opens nothing and writes nothing")
    func strangers() throws {
        let store = try filled()
        let keychain = try Keychain.open(store.configuration())
        try keychain.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 600)
        _ = try keychain.forgetRemembered()
        let key = try firstUnlockKey(store)
        guard let sealed = try key.get(count: 60) else {
            Issue.record("the first unlock left no key")
            return
        }
        let real = sealed.withBytes { octets in (0..<60).map { octets[$0] } }
        for index in real.indices {
            var changed = real
            changed[index] ^= 1
            try key.put(Secret(copying: changed.span), seconds: 60)
            #expect(try readable(store).state == .beforeFirstUnlock, "octet \(index)")
        }
        let other = try filled()
        let stranger = try firstUnlockKey(other)
        try stranger.put(Secret(copying: real.span), seconds: 60)
        #expect(try readable(other).state == .beforeFirstUnlock)
        _ = try stranger.drop()
        _ = try key.drop()
    }

    @Test("A key that does not open the store is not a store that is remembered as unlocked")
    func strangerIsNotRemembered() throws {
        let store = try filled()
        let keychain = try Keychain.open(store.configuration())
        let key = KernelKeyring(name: "jeton-keystore:\(Hex.encode(keychain.context.store))")
        try key.put(try Primitives.randomKey(), seconds: 60)
        #expect(try !keychain.isRemembered())
        #expect(try readable(store).state == .beforeFirstUnlock)
        try keychain.unlock(.keyFile(TestStore.keyFile()), rememberedFor: 60)
        #expect(try keychain.isRemembered())
        #expect(try keychain.forgetRemembered())
        #expect(try !keychain.isRemembered())
        _ = try firstUnlockKey(store).drop()
    }

    @Test("What was left for a time is gone after it")
    func timeout() throws {
        let key = KernelKeyring(name: "jeton-test-timeout:\(Hex.encode(try Primitives.random(8)))")
        try key.put(try Primitives.randomKey(), seconds: 1)
        var isThere = true
        for _ in 0..<3000 where isThere {
            usleep(10_000)
            switch try key.get() {
            case .some: isThere = true
            case .none: isThere = false
            }
        }
        #expect(!isThere)
    }
}
