import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Old copies and repairs")
struct CareTests {
    private func filled() throws -> (TestStore, Keychain) {
        let store = try TestStore()
        let keychain = try store.create()
        for account in ["a", "b", "c"] { try keychain.add(ItemAttributes(account: account), text: account) }
        return (store, keychain)
    }

    private func texts(_ keychain: Keychain) throws -> [String] {
        var texts: [String] = []
        for item in try keychain.items(ItemQuery()) {
            texts.append(try keychain.text(ItemQuery(persistentReference: item.persistentReference)))
        }
        return texts.sorted()
    }

    @Test("An old vault that is put back is refused until the rollback is accepted")
    func rollback() throws {
        let (store, keychain) = try filled()
        let old = try Shell.read(store.vaultPath())
        try keychain.update(ItemQuery(account: "a"), secret: TestStore.secret("new"))
        try Shell.write(old, store.vaultPath())
        for keychain in [keychain, try store.open()] {
            let error = try #require(throws: KeystoreError.self) { _ = try keychain.items(ItemQuery()) }
            #expect(error.code == .notAvailable)
            #expect(error.description.contains("has generation 3, but generation 4 was seen before"))
            #expect(throws: KeystoreError(.notAvailable)) { try keychain.add(ItemAttributes(account: "d"), text: "d") }
        }
        try Keychain.acceptRollback(store.configuration())
        let accepted = try store.open()
        #expect(try texts(accepted) == ["a", "b", "c"])
        try accepted.add(ItemAttributes(account: "d"), text: "d")
    }

    @Test("An old copy of the whole store, from before a group existed, is noticed by verify")
    func rollbackBeforeGroup() throws {
        let (store, keychain) = try filled()
        let old = store.directory + "/old"
        try Shell.run("/bin/cp", ["-a", store.storePath, old])
        let second = TestStore.group("second")
        try keychain.add(ItemAttributes(account: "d", accessGroup: second), text: "d")
        #expect(try store.open().verify().findings == [])
        try Shell.run("/bin/rm", ["-r", store.storePath])
        try Shell.run("/bin/mv", [old, store.storePath])
        let restored = try store.open()
        // The group that the copy has is as it was, so that only the other one tells.
        #expect(try restored.items(ItemQuery(accessGroup: shared)).count == 3)
        let findings = restored.verify().findings
        #expect(findings.map(\.kind) == [.vault])
        #expect(findings.map(\.subject) == [second.rawValue])
        #expect(findings.allSatisfy { $0.text.contains("is missing, but its generation 1 was seen before") })
        #expect(throws: KeystoreError(.notAvailable)) {
            try restored.add(ItemAttributes(account: "e", accessGroup: second), text: "e")
        }
        try Keychain.acceptRollback(store.configuration())
        let accepted = try store.open()
        #expect(accepted.verify().findings == [])
        try accepted.add(ItemAttributes(account: "e", accessGroup: second), text: "e")
    }

    @Test("Another vault of the same generation, and an old keybag, are refused as well")
    func fork() throws {
        let (store, keychain) = try filled()
        let old = try Shell.read(store.vaultPath())
        try keychain.update(ItemQuery(account: "a"), secret: TestStore.secret("new"))
        var configuration = store.configuration()
        configuration.witnessDirectory = nil
        // A copy of the store, in which another change became the same generation.
        let current = try Shell.read(store.vaultPath())
        try Shell.write(old, store.vaultPath())
        let unwitnessed = try Keychain.open(configuration)
        try unwitnessed.unlock(.keyFile(TestStore.keyFile()))
        try unwitnessed.add(ItemAttributes(account: "fork"), text: "fork")
        #expect(throws: KeystoreError(.notAvailable)) { try store.open().items(ItemQuery()) }
        try Shell.write(current, store.vaultPath())
        #expect(try texts(store.open()) == ["b", "c", "new"])
        let keybag = try Shell.read(store.storePath + "/keybag")
        try keychain.addSlot(.keyFile(TestStore.keyFile()), authorizedBy: .keyFile(TestStore.keyFile()))
        try Shell.write(keybag, store.storePath + "/keybag")
        #expect(throws: KeystoreError(.notAvailable)) { try Keychain.open(store.configuration()) }
    }

    @Test("A lost or damaged witness does no harm")
    func witness() throws {
        let (store, keychain) = try filled()
        let book = try #require(try Shell.names(store.witnessPath).first)
        let path = "\(store.witnessPath)/\(book)/\(shared)"
        try Shell.write([1, 2, 3], path)
        #expect(try texts(store.open()) == ["a", "b", "c"])
        try Shell.run("/bin/rm", [path])
        try keychain.add(ItemAttributes(account: "d"), text: "d")
        #expect(Shell.exists(path))
    }

    @Test("A damaged record of an unfinished change keeps writers out until repair, and readers not")
    func damagedIntent() throws {
        let (store, keychain) = try filled()
        let second = TestStore.group("second")
        try keychain.add(ItemAttributes(account: "d", accessGroup: second), text: "d")
        let temporary = try #require(try keychain.context.vault(second).directory()).writeTemporary([1, 2, 3].span)
        let step = Intent.Step(
            group: second,
            temporary: temporary,
            rootCode: Array(repeating: 7, count: 32),
            drops: true
        )
        let context = keychain.context
        let whole = try Intent(steps: [step]).encoded(device: context.device, store: context.store)
        #expect(try Intent(whole, device: context.device, store: context.store, name: "it").steps.count == 1)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1
            #expect(throws: KeystoreError(.notAvailable), "byte \(index)") {
                _ = try Intent(changed, device: context.device, store: context.store, name: "it")
            }
            #expect(throws: KeystoreError(.notAvailable), "cut off at \(index)") {
                _ = try Intent(Array(whole[..<index]), device: context.device, store: context.store, name: "it")
            }
        }
        var changed = whole
        changed[40] ^= 1
        try Shell.write(changed, store.storePath + "/intents/0011223344556677")

        let opened = try store.open()
        #expect(try texts(opened) == ["a", "b", "c", "d"])
        let error = try #require(throws: KeystoreError.self) { try opened.add(ItemAttributes(account: "e"), text: "e") }
        #expect(error.code == .notAvailable)
        #expect(error.description.contains("0011223344556677 is damaged"))
        #expect(opened.verify().findings.map(\.kind) == [.intent])
        #expect(Shell.exists("\(store.storePath)/vaults/\(second)/\(temporary)"))

        #expect(try opened.repairIntents() == 1)
        #expect(try opened.repairIntents() == 0)
        #expect(opened.verify().findings.map(\.kind) == [.quarantine])
        let kept = try Shell.names(store.storePath + "/quarantine")
        #expect(kept.count == 2 && kept.contains("0011223344556677.intent"), "\(kept)")
        try opened.add(ItemAttributes(account: "e"), text: "e")
    }

    @Test("Repair keeps what is authentic, restores from the previous generation, and sets the rest aside")
    func repairRecord() throws {
        let (store, keychain) = try filled()
        let healthy = try keychain.repair(shared)
        #expect(healthy == RepairReport(kept: 3, restored: 0, lost: 0))
        // The previous generation has the first record, but not as it is now.
        try keychain.add(ItemAttributes(account: "d"), text: "d")
        try Damage.flipRecord(store.vaultPath())
        #expect(try texts(store.open()).count == 3)
        let report = try store.open().repair(shared)
        #expect(report.kept == 3)
        #expect(report.restored + report.lost == 1)
        let repaired = try store.open()
        #expect(try texts(repaired).count == 3 + report.restored)
        #expect(repaired.verify().findings.filter { $0.kind != .quarantine } == [])
        #expect(!Shell.exists(store.vaultPath().replacing("kvault", with: "prev")))
    }

    @Test(
        "Repair rebuilds a vault whose header or index is damaged",
        arguments: [8 + 8, 33, 49, 100, 128, 145, 160, 200]
    )
    func repairIndex(offset: Int) throws {
        let (store, keychain) = try filled()
        try keychain.add(ItemAttributes(account: "d"), text: "d")
        var file = try Shell.read(store.vaultPath())
        file[offset] ^= 0x40
        try Shell.write(file, store.vaultPath())
        #expect(throws: KeystoreError(.notAvailable)) { _ = try keychain.items(ItemQuery()) }
        let report = try keychain.repair(shared)
        #expect(report.kept + report.restored >= 3)
        let repaired = try store.open()
        let found = try texts(repaired)
        #expect(found.count == report.kept + report.restored)
        #expect(Set(found).isSubset(of: ["a", "b", "c", "d"]))
        #expect(repaired.verify().findings.filter { $0.kind != .quarantine } == [])
        #expect(!(try Shell.names(store.storePath + "/quarantine").isEmpty))
        try repaired.add(ItemAttributes(account: "e"), text: "e")
    }

    @Test("A vault that is gone comes back from its previous generation")
    func repairMissing() throws {
        let (store, keychain) = try filled()
        try Shell.run("/bin/rm", [store.vaultPath()])
        #expect(throws: KeystoreError(.notAvailable)) { _ = try keychain.items(ItemQuery()) }
        #expect(try keychain.repair(shared).restored == 2)
        #expect(try texts(store.open()) == ["a", "b"])
        #expect(throws: KeystoreError(.itemNotFound)) { try keychain.repair(foreign) }
    }

    @Test("A previous generation that is damaged as well is kept in quarantine, and is not an absent one")
    func repairWithDamagedPrevious() throws {
        let (store, keychain) = try filled()
        let path = "\(store.storePath)/vaults/\(TestStore.group("shared"))/\(GroupVault.previousName)"
        var previous = try Shell.read(path)
        previous[0] ^= 1
        try Shell.write(previous, path)
        try Damage.flipRecord(store.vaultPath())
        let report = try keychain.repair(TestStore.group("shared"))
        #expect(report.lost == 1 && report.restored == 0)
        let quarantine = "\(store.storePath)/quarantine"
        let kept = try Shell.names(quarantine).map { try Shell.read("\(quarantine)/\($0)") }
        #expect(kept.contains(previous))

        try Shell.write(previous, path)
        try Shell.run("/bin/rm", [store.vaultPath()])
        #expect(throws: KeystoreError(.notAvailable)) { try keychain.repair(TestStore.group("shared")) }
        #expect(try Shell.read(path) == previous)
    }

    @Test("After a deletion neither the vault nor its previous generation holds the record")
    func deletion() throws {
        let (store, keychain) = try filled()
        let image = try #require(try keychain.context.vault(shared).current())
        let tag = try image.keys.nameTag(service: "", account: "a", isSynchronizable: false).octets
        try keychain.delete(ItemQuery(account: "a"))
        for name in try Shell.names("\(store.storePath)/vaults/\(shared)") {
            let file = try Shell.read("\(store.storePath)/vaults/\(shared)/\(name)")
            #expect(!file.indices.contains { file[$0...].starts(with: tag) }, "\(name)")
        }
    }

    @Test("Foreign names are reported and left alone")
    func foreignNames() throws {
        let (store, keychain) = try filled()
        try Shell.run("/bin/mkdir", ["-m", "700", store.storePath + "/vaults/notes"])
        #expect(keychain.verify().findings.map(\.kind) == [.foreign])
        #expect(try keychain.groups() == [shared])
        #expect(Shell.exists(store.storePath + "/vaults/notes"))
    }

    @Test("A store of format 1 as it was first written is read and changed by this version")
    func golden() throws {
        let store = try TestStore()
        let fixture = try #require(Shell.fixture("format-1"))
        try Shell.run("/bin/cp", ["-r", fixture, store.storePath])
        try Shell.run("/usr/bin/find", [store.storePath, "-type", "d", "-exec", "chmod", "700", "{}", "+"])
        try Shell.run("/usr/bin/find", [store.storePath, "-type", "f", "-exec", "chmod", "600", "{}", "+"])
        let keychain = try Keychain.open(store.configuration())
        try keychain.unlock(.passphrase(TestStore.secret("format one")))
        // This machine has not seen the store before.
        #expect(keychain.verify().findings.map(\.kind).allSatisfy { $0 == .witness })
        for accessible in Accessible.allCases {
            #expect(try keychain.text(ItemQuery(account: accessible.rawValue, scope: .any)) == "secret \(accessible)")
        }
        let item = try #require(try keychain.items(ItemQuery(account: "ak", scope: .any)).first)
        #expect(item.attributes.label == "Schlüssel")
        #expect(item.attributes.generic == [0, 1, 255])
        #expect(item.attributes.comment == "comment")
        #expect(item.attributes.kind == "kind")
        #expect(item.attributes.creator == 0x6A65_746F)
        #expect(item.attributes.type == 7)
        #expect(item.attributes.isInvisible == true)
        #expect(item.attributes.isNegative == false)
        #expect(item.attributes.isSynchronizable)
        var tombstones = ItemQuery(scope: .any)
        tombstones.findsTombstones = true
        #expect(try keychain.items(tombstones).map { $0.attributes.account } == ["gone"])
        try keychain.add(ItemAttributes(account: "new"), text: "new")
        #expect(try keychain.text(ItemQuery(account: "new")) == "new")
    }
}
