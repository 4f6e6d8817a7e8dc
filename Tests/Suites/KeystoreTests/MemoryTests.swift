import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@testable import JetonKeystore

@Suite("Secrets in memory")
struct MemoryTests {
    @Test("The scan itself finds a secret that is there, and no other")
    func control() throws {
        let needle: MemoryScan.Needle
        do {
            let secret = try Primitives.randomKey()
            needle = MemoryScan.Needle(secret)
            #expect(try MemoryScan.count(needle) == 1)
            let second = secret.clone()
            #expect(try MemoryScan.count(needle) == 2)
            _ = consume second
            _ = consume secret
        }
        #expect(try MemoryScan.count(needle) == 0)
    }

    @Test("After adding, reading, updating and deleting, no copy of the secret is left")
    func items() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let needle: MemoryScan.Needle
        do {
            let secret = try Primitives.randomKey()
            needle = MemoryScan.Needle(secret)
            for accessible in [Accessible.whenUnlocked, .always, .afterFirstUnlock, .unlessOpen] {
                try keychain.add(ItemAttributes(account: accessible.rawValue, accessible: accessible), secret: secret)
            }
            try keychain.update(ItemQuery(), secret: secret)
            _ = consume secret
        }
        #expect(try MemoryScan.count(needle) == 0)
        var changes = AttributeChanges()
        changes.label = "label"
        changes.accessGroup = second
        try keychain.update(ItemQuery(), changes)
        for accessible in ["ak", "dk", "ck", "bk"] {
            let size = try keychain.withSecret(ItemQuery(account: accessible)) { _, octets in octets.count }
            #expect(size == 32)
            do {
                let handle = try keychain.openItem(ItemQuery(account: accessible))
                #expect(try handle.withSecret { $0.count } == 32)
                let copy = try keychain.copySecret(ItemQuery(account: accessible))
                #expect(copy.count == 32)
            }
        }
        #expect(try MemoryScan.count(needle) == 0)
        #expect(keychain.verify().findings == [])
        try keychain.delete(ItemQuery())
        #expect(try MemoryScan.count(needle) == 0)
    }

    @Test("While a secret is lent there is one copy of it")
    func lent() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let needle: MemoryScan.Needle
        do {
            let secret = try Primitives.randomKey()
            needle = MemoryScan.Needle(secret)
            try keychain.add(ItemAttributes(account: "a"), secret: secret)
            _ = consume secret
        }
        let count = try keychain.withSecret(ItemQuery(account: "a")) { _, _ in try MemoryScan.count(needle) }
        #expect(count == 1)
    }

    @Test("Locking leaves no copy of the class keys that must go; unlocking leaves none of passphrase and key file")
    func keys() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let passphrase: MemoryScan.Needle
        do {
            let words = try Primitives.randomKey()
            passphrase = MemoryScan.Needle(words)
            try keychain.addSlot(.passphrase(words.clone()), authorizedBy: .keyFile(TestStore.keyFile()))
            keychain.lock()
            try keychain.unlock(.passphrase(words))
        }
        #expect(try MemoryScan.count(passphrase) == 0)
        try keychain.add(ItemAttributes(account: "a"), text: "x")
        try keychain.add(ItemAttributes(account: "b", accessible: .unlessOpen), text: "x")
        #expect(try keychain.text(ItemQuery(account: "a")) == "x")
        #expect(try keychain.text(ItemQuery(account: "b")) == "x")
        let gone: [ProtectionClass] = [.whenUnlocked, .unlessOpen, .passcode]
        var needles: [MemoryScan.Needle] = []
        for protection in gone {
            let key = try #require(keychain.classKeys.keys[ClassKeyName(protection, epoch: 0)])
            needles.append(MemoryScan.Needle(key.secret))
        }
        for needle in needles { #expect(try MemoryScan.count(needle) == 1) }
        keychain.lock()
        for (needle, protection) in zip(needles, gone) { #expect(try MemoryScan.count(needle) == 0, "\(protection)") }
    }
}

extension MemoryScan.Needle {
    /// A secret to look for.
    fileprivate init(_ secret: borrowing Secret) { self = secret.withBytes { MemoryScan.Needle($0) } }
}
