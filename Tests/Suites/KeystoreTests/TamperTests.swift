import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

@Suite("Damaged and forged files")
struct TamperTests {
    private static let accounts = ["a", "b", "c", "d"]

    private func filled() throws -> (TestStore, Keychain) {
        let store = try TestStore(inMemory: true)
        let keychain = try store.create()
        for account in TamperTests.accounts {
            try keychain.add(ItemAttributes(service: "s", account: account, label: "l"), text: "secret of \(account)")
        }
        return (store, keychain)
    }

    /// Reads every item out of a vault file; nil if the file is refused as a whole.
    ///
    /// Any value other than the one that was stored is a failure.
    private func read(_ file: [UInt8], _ keychain: Keychain, _ group: AccessGroup = shared) throws -> Int? {
        let context = keychain.context
        let image: VaultImage
        do throws(KeystoreError) {
            image = try VaultImage(file, group: group, store: context.store, device: context.device, name: "file")
        } catch {
            #expect(error.code == .notAvailable)
            return nil
        }
        var count = 0
        for account in TamperTests.accounts {
            for match in try image.matches(ItemQuery(service: "s", account: account), limit: 2) {
                #expect(match.metadata.attributes.account == account)
                #expect(match.metadata.attributes.label == "l")
                guard let secret = try match.openSecret(keychain.classKeys) else { continue }
                let expected = Array("secret of \(account)".utf8)
                let isSame = secret.withBytes { ConstantTime.equals($0, expected.span) }
                #expect(isSame)
                count += 1
            }
        }
        return count
    }

    @Test("No flipped bit of a vault ever gives a wrong value; a broken record leaves the others readable")
    func flipVault() throws {
        let (store, keychain) = try filled()
        let original = try Shell.read(store.vaultPath())
        #expect(try read(original, keychain) == 4)
        let header = try VaultHeader(original, named: "file")
        let authenticated = VaultHeader.size + header.count * VaultHeader.entrySize
        var file = original
        for offset in file.indices {
            // Every bit of header and index, one bit of each octet of the records.
            for bit in offset < authenticated ? Array(0..<8) : [offset % 8] {
                file[offset] ^= 1 << bit
                let count = try read(file, keychain)
                if offset < authenticated || offset >= file.count - Primitives.digestSize {
                    #expect(count == nil, "offset \(offset)")
                } else {
                    #expect((count ?? 0) >= 3, "offset \(offset)")
                }
                file[offset] = original[offset]
            }
        }
    }

    @Test("Each flipped octet of a vault is reported by verify")
    func verifyFlips() throws {
        let (store, keychain) = try filled()
        let original = try Shell.read(store.vaultPath())
        var file = original
        for offset in file.indices {
            file[offset] ^= 0x10
            try Shell.write(file, store.vaultPath())
            let findings = keychain.verify().findings
            #expect(!findings.isEmpty, "offset \(offset)")
            #expect(findings.allSatisfy { !$0.text.contains("secret of") })
            file[offset] = original[offset]
        }
    }

    @Test("A vault that is cut off or has octets behind it is refused at every length")
    func truncate() throws {
        let (store, keychain) = try filled()
        let original = try Shell.read(store.vaultPath())
        for count in 0..<original.count { #expect(try read(Array(original.prefix(count)), keychain) == nil) }
        for count in [1, 31, 32, 64, 128] {
            #expect(try read(original + [UInt8](repeating: 0, count: count), keychain) == nil)
        }
    }

    @Test("Keybag, device key and witness are refused after any flipped bit and at every length")
    func flipOthers() throws {
        let (store, keychain) = try filled()
        let context = keychain.context
        let keybag = try Shell.read(store.storePath + "/keybag")
        func isKeybag(_ file: [UInt8]) -> Bool {
            do throws(KeystoreError) {
                _ = try Keybag.decode(file, device: context.device, store: context.store, name: "keybag")
                return true
            } catch { return false }
        }
        let device = try Shell.read(store.storePath + "/device.key")
        func isDevice(_ file: [UInt8]) -> Bool {
            do throws(KeystoreError) {
                _ = try DeviceKey.decode(Secret(copying: file.span), name: "device key")
                return true
            } catch { return false }
        }
        let witness = try Witness(generation: 7, code: [UInt8](repeating: 3, count: 32)).encoded()
        let intent = Intent(steps: [
            .init(group: shared, temporary: ".tmp-1", rootCode: [UInt8](repeating: 1, count: 32), drops: true)
        ])
        let intentFile = try intent.encoded(device: context.device, store: context.store)
        func isIntent(_ file: [UInt8]) -> Bool {
            (try? Intent(file, device: context.device, store: context.store, name: "it")) != nil
        }
        let kinds: [([UInt8], ([UInt8]) -> Bool)] = [
            (keybag, isKeybag), (device, isDevice), (witness, { Witness($0) != nil }), (intentFile, isIntent),
        ]
        for (original, isAccepted) in kinds {
            #expect(isAccepted(original))
            var file = original
            for offset in file.indices {
                for bit in 0..<8 {
                    file[offset] ^= 1 << bit
                    #expect(!isAccepted(file), "offset \(offset)")
                    file[offset] = original[offset]
                }
                #expect(!isAccepted(Array(original.prefix(offset))))
            }
            #expect(!isAccepted(original + [0]))
        }
    }

    @Test("Records, index entries, files of other groups and of other stores cannot be put in each other's place")
    func swap() throws {
        let (store, keychain) = try filled()
        let original = try Shell.read(store.vaultPath())
        let image = try #require(try keychain.context.vault(shared).current())
        var swapped = original
        let first = image.recordRange(at: 0)
        let other = image.recordRange(at: 1)
        try #require(first.count == other.count)
        swapped.replaceSubrange(first, with: original[other])
        swapped.replaceSubrange(other, with: original[first])
        #expect(try read(swapped, keychain) == 2)
        // The same with the index entries, as somebody who may write the file but has no key would do it.
        let firstEntry = image.entryRange(at: 0)
        let otherEntry = image.entryRange(at: 1)
        swapped.replaceSubrange(firstEntry, with: original[otherEntry])
        swapped.replaceSubrange(otherEntry, with: original[firstEntry])
        #expect(try read(swapped, keychain) == nil)
        #expect(try read(original, keychain, second) == nil)
        let (stranger, _) = try filled()
        #expect(try read(Shell.read(stranger.vaultPath()), keychain) == nil)
    }

    @Test("An old record that is put back into a new file is not read")
    func replay() throws {
        let (store, keychain) = try filled()
        let old = try #require(try keychain.context.vault(shared).current())
        let tag = try old.keys.nameTag(service: "s", account: "a", isSynchronizable: false)
        let oldIndex = try #require(old.find(tag))
        try keychain.update(ItemQuery(service: "s", account: "a"), secret: TestStore.secret("secret of b"))
        let new = try #require(try keychain.context.vault(shared).current())
        let newIndex = try #require(new.find(tag))
        var file = try Shell.read(store.vaultPath())
        try #require(old.recordRange(at: oldIndex).count == new.recordRange(at: newIndex).count)
        file.replaceSubrange(new.recordRange(at: newIndex), with: old.octets[old.recordRange(at: oldIndex)])
        #expect(try read(file, keychain) == 3)
        file.replaceSubrange(new.entryRange(at: newIndex), with: old.octets[old.entryRange(at: oldIndex)])
        #expect(try read(file, keychain) == nil)
    }

    @Test("Random files are refused without a trap", arguments: [0, 1, 127, 128, 200, 4096, 70000])
    func random(count: Int) throws {
        let (_, keychain) = try filled()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var file = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try read(file, keychain) == nil)
            // A true beginning with nonsense behind it gets further into the reader.
            file.replaceSubrange(0..<min(8, count), with: VaultHeader.magic.prefix(min(8, count)))
            #expect(try read(file, keychain) == nil)
            _ = RecordLayout(file.span)
            _ = try? ItemMetadata(decoding: file)
        }
    }
}
