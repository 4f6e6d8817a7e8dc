import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

/// The attacks F8 and F9 of docs/security-tests.md.
@Suite("Damage is reported as damage")
struct DamageTests {
    private static let administrator = Caller(hasEveryGroup: true)

    private func filled() throws -> TestStore {
        let store = try TestStore(inMemory: true)
        let keychain = try store.create(Self.administrator)
        for (account, group) in [("a", shared), ("b", shared), ("c", second)] {
            try keychain.add(ItemAttributes(service: "s", account: account, accessGroup: group), text: "of \(account)")
        }
        return store
    }

    private func query(_ account: String?) -> ItemQuery { ItemQuery(service: "s", account: account, scope: .any) }

    // MARK: - F9

    @Test("No flipped octet of a vault makes an item absent: reading it works, or the error tells of damage")
    func flippedVault() throws {
        let store = try filled()
        let path = store.vaultPath()
        let original = try Shell.read(path)
        for offset in original.indices {
            var file = original
            file[offset] ^= 1
            try Shell.write(file, path)
            let keychain = try store.open(Self.administrator)
            for account in ["a", "b"] {
                do {
                    #expect(try keychain.text(query(account)) == "of \(account)", "offset \(offset)")
                } catch let error as KeystoreError {
                    #expect([.decoding, .notAvailable].contains(error.code), "offset \(offset): \(error)")
                }
            }
            // The other group is not affected.
            #expect(try keychain.text(query("c")) == "of c", "offset \(offset)")
            if try keychain.items(ItemQuery(service: "s")).count < 3 {
                #expect(!(try keychain.obstacles(ItemQuery(service: "s")).isEmpty), "offset \(offset)")
            }
        }
    }

    @Test("A group whose directory was deleted is missing, not empty, and does not block the others")
    func deletedDirectory() throws {
        let store = try filled()
        try Shell.run("/bin/rm", ["-r", "\(store.storePath)/vaults/\(shared)"])
        let keychain = try store.open(Self.administrator)
        #expect(throws: KeystoreError(.notAvailable)) { _ = try keychain.copySecret(query("a")) }
        #expect(try keychain.text(query("c")) == "of c")
        #expect(try keychain.items(query(nil)).map(\.attributes.account) == ["c"])
        #expect(try keychain.obstacles(query(nil)).map(\.code) == [.notAvailable])
        let information = try keychain.groupInformation()
        #expect(information.map(\.group) == [second, shared])
        #expect(information.map(\.problem?.code) == [nil, .notAvailable])
        #expect(throws: KeystoreError(.notAvailable)) { _ = try keychain.groups() }
        let reference = try #require(try keychain.items(query("c")).first).persistentReference
        let one = ItemQuery(persistentReference: reference)
        #expect(try keychain.update(one, secret: TestStore.secret("new")) == 1)
        #expect(throws: KeystoreError(.notAvailable)) {
            try keychain.update(query("c"), secret: TestStore.secret("newer"))
        }
        #expect(throws: KeystoreError(.notAvailable)) { try keychain.delete(query("a")) }
    }

    @Test("A damaged item is neither deleted nor changed as if it were absent, and leaves no export without itself")
    func damagedItem() throws {
        let store = try filled()
        try Damage.flipRecord(store.vaultPath())
        let keychain = try store.open(Self.administrator)
        let damaged = ["a", "b"].filter { (try? keychain.text(query($0))) == nil }
        #expect(damaged.count == 1)
        for account in damaged {
            var changes = AttributeChanges()
            changes.label = "new"
            #expect(throws: KeystoreError(.decoding)) { try keychain.update(query(account), changes) }
            #expect(throws: KeystoreError(.decoding)) { _ = try keychain.openItem(query(account)) }
        }
        #expect(throws: KeystoreError(.decoding)) { try keychain.forEachPortableSecret { _, _ in } }
        #expect(throws: KeystoreError(.decoding)) { try keychain.forEachWholeSecret(query(nil)) { _, _ in } }
        for account in damaged {
            #expect(throws: KeystoreError(.decoding)) { try keychain.delete(query(account)) }
        }
        let report = try keychain.repair(shared)
        #expect(report.kept == 1)
        #expect(report.restored + report.lost == 1)
        #expect(try keychain.obstacles(query(nil)) == [])
    }

    @Test("What no vault has is not found, whatever else is damaged")
    func absence() throws {
        let store = try filled()
        try Damage.flipRecord(store.vaultPath())
        let keychain = try store.open(Self.administrator)
        #expect(throws: KeystoreError(.itemNotFound)) { _ = try keychain.copySecret(query("z")) }
    }

    @Test("Damage that comes while all secrets are read leaves none of them out")
    func damageWhileReading() throws {
        let store = try filled()
        let keychain = try store.open(Self.administrator)
        var lent: Set<String> = []
        // The groups are looked at in order; the first is damaged when the last one's turn comes.
        let isLast = { (group: AccessGroup) in
            if group == shared { try? Shell.write([], store.vaultPath("second")) }
            return true
        }
        try keychain.forEachWholeSecret(query(nil), in: isLast) { item, _ in lent.insert(item.attributes.account) }
        #expect(lent == ["a", "b", "c"])
        #expect(throws: KeystoreError(.notAvailable)) { _ = try keychain.copySecret(query("c")) }
    }

    @Test("A damaged record is not told as removed, and what changes beside it is told")
    func damageIsNoRemoval() throws {
        let store = try filled()
        let keychain = try store.open(Self.administrator)
        let before = GroupSnapshot(keychain, shared)
        let whole = try Shell.read(store.vaultPath())
        try Damage.flipRecord(store.vaultPath())
        let damaged = GroupSnapshot(keychain, shared)
        let change = try #require(damaged.change(of: shared, since: before))
        #expect(change.removed.isEmpty && change.added.isEmpty && change.changed.isEmpty)
        #expect(change.problem == KeystoreError(.decoding))
        let known = damaged.following(before)
        #expect(GroupSnapshot(keychain, shared).change(of: shared, since: known) == nil)
        let attributes = ItemAttributes(service: "s", account: "new", accessGroup: shared)
        let reference = try keychain.add(attributes, text: "new")
        #expect(GroupSnapshot(keychain, shared).change(of: shared, since: known)?.added == [reference])
        try Shell.write(whole, store.vaultPath())
        // Below the generation that was seen: the group as a whole cannot be read now, and still nothing is removed.
        let old = try #require(GroupSnapshot(keychain, shared).change(of: shared, since: before))
        #expect(old.removed.isEmpty && old.problem == KeystoreError(.notAvailable))
    }

    @Test("A store that has vaults and lost its keybag is damaged, not absent")
    func lostKeybag() throws {
        let place = try TestStore(inMemory: true)
        let store = UserKeystore(dataDirectory: place.directory, witnessDirectory: place.witnessPath)
        #expect(!store.exists)
        let keychain = try store.openOrCreate(for: Self.administrator)
        let keybag = "\(store.directory)/\(Keybag.fileName)"
        let octets = try Shell.read(keybag)
        try Shell.run("/bin/rm", [keybag])
        // Nothing is lost with an empty one.
        #expect(!store.exists)
        try Shell.write(octets, keybag)
        try Shell.run("/bin/chmod", ["600", keybag])
        try keychain.add(ItemAttributes(service: "s", account: "a", accessGroup: shared), text: "of a")
        try Shell.run("/bin/rm", [keybag])
        #expect(store.exists)
        for attempt in [store.openLocked, store.open, store.openOrCreate] {
            let error = try #require(throws: KeystoreError.self) { _ = try attempt(Self.administrator) }
            #expect(error.code == .notAvailable)
            #expect(error.context.contains("no keybag"))
        }
    }

    // MARK: - F8

    private func witness(_ store: TestStore) throws -> String {
        let book = try #require(try Shell.names(store.witnessPath).first)
        return "\(store.witnessPath)/\(book)/\(shared)"
    }

    @Test("An old copy of a vault is noticed, and a witness that was damaged or deleted for it is a finding")
    func rollback() throws {
        let store = try filled()
        let old = try Shell.read(store.vaultPath())
        let changed = try store.open(Self.administrator)
        try changed.update(query("a"), secret: TestStore.secret("new"))
        try Shell.write(old, store.vaultPath())
        #expect(throws: KeystoreError(.notAvailable)) {
            _ = try store.open(Self.administrator).copySecret(query("a"))
        }
        let path = try witness(store)
        let witness = try Shell.read(path)
        for damage in 0..<(2 * witness.count) {
            // Each octet changed, and each shorter file; one octet more at last.
            var file = witness
            if damage < witness.count { file[damage] ^= 1 } else { file.removeLast(damage - witness.count + 1) }
            try Shell.write(file, path)
            let findings = try store.open(Self.administrator).verify().findings
            #expect(findings.map(\.kind) == [.witness], "damage \(damage)")
        }
        try Shell.write(witness + [0], path)
        #expect(try store.open(Self.administrator).verify().findings.map(\.kind) == [.witness])
        try Shell.run("/bin/rm", [path])
        let findings = try store.open(Self.administrator).verify().findings
        #expect(findings.map(\.kind) == [.witness])
        #expect(findings.allSatisfy { $0.text.contains("is missing") })
    }

    @Test("A witness that stayed behind its vault is a finding until the next change")
    func laggingWitness() throws {
        let store = try filled()
        let path = try witness(store)
        let old = try Shell.read(path)
        let keychain = try store.open(Self.administrator)
        try keychain.update(query("a"), secret: TestStore.secret("new"))
        try Shell.write(old, path)
        #expect(try store.open(Self.administrator).verify().findings.map(\.kind) == [.witness])
        try keychain.update(query("a"), secret: TestStore.secret("newer"))
        #expect(try store.open(Self.administrator).verify().findings == [])
    }

    @Test("A missing witness is written again when the state of the store is accepted")
    func accepted() throws {
        let store = try filled()
        try Shell.run("/bin/rm", [try witness(store)])
        try Keychain.acceptRollback(store.configuration(Self.administrator))
        #expect(try store.open(Self.administrator).verify().findings == [])
        let old = try Shell.read(store.vaultPath())
        try store.open(Self.administrator).update(query("a"), secret: TestStore.secret("new"))
        try Shell.write(old, store.vaultPath())
        #expect(try store.open(Self.administrator).verify().findings.map(\.kind) == [.vault])
    }

    @Test("A vault that is gone is missing even if its witness is damaged")
    func goneWithDamagedWitness() throws {
        let store = try filled()
        try Shell.write([1, 2, 3], try witness(store))
        try Shell.run("/bin/rm", ["-r", "\(store.storePath)/vaults/\(shared)"])
        #expect(throws: KeystoreError(.notAvailable)) {
            _ = try store.open(Self.administrator).copySecret(query("a"))
        }
    }
}
