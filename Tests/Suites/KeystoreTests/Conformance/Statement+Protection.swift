import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import Testing

extension Statement {
    static let protection = [
        Statement(66, words: "Each accessibility has its file class") { _ in
            #expect(Accessible.whenUnlocked.fileProtection == .complete)
            #expect(Accessible.afterFirstUnlock.fileProtection == .completeUntilFirstUserAuthentication)
            #expect(Accessible.always.fileProtection == .none)
            #expect(Accessible.unlessOpen.fileProtection == .completeUnlessOpen)
        },
        Statement(67, words: "A locked item's data is refused, and works again after unlocking") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            world.keychain.lock()
            let locked = world.subject.read(Request("s", "a"))
            #expect(locked.status == -25308)
            #expect(locked.items == [])
            try world.keychain.unlock(.keyFile(TestStore.keyFile()))
            #expect(world.subject.read(Request("s", "a")).items.first?.data == "x")
        },
        Statement(68, words: "After-first-unlock items need only one unlock") { world in
            let request = Request("s", "a", data: "x", accessible: .afterFirstUnlock)
            #expect(world.subject.add(request) == 0)
            let fresh = try Keychain.open(world.store.configuration())
            #expect(fresh.state == .beforeFirstUnlock)
            #expect(world.subject(fresh).read(Request("s", "a")).status == -25308)
            fresh.lock()
            #expect(fresh.state == .beforeFirstUnlock)
            try fresh.unlock(.keyFile(TestStore.keyFile()))
            fresh.lock()
            #expect(fresh.state == .locked)
            #expect(world.subject(fresh).read(Request("s", "a")).items.first?.data == "x")
        },
        Statement(69, words: "Always-items are readable in every state") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", accessible: .always)) == 0)
            let fresh = try Keychain.open(world.store.configuration())
            #expect(world.subject(fresh).read(Request("s", "a")).items.first?.data == "x")
            world.keychain.lock()
            #expect(world.subject.read(Request("s", "a")).items.first?.data == "x")
        },
        Statement(70, words: "An unused name is not found, locked or not") { world in
            world.keychain.lock()
            #expect(world.subject.read(Request("s", "a")).status == -25300)
        },
        Statement(71, words: "One locked match fails the whole search") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", accessible: .always)) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y", accessible: .whenUnlocked)) == 0)
            world.keychain.lock()
            let found = world.subject.read(Request("s", limit: .all))
            #expect(found.status == -25308)
            #expect(found.items == [])
            #expect(world.subject.find(Request("s", limit: .all)).items.count == 2)
            // Not even those that are open are lent before it fails.
            for name in 0..<8 {
                #expect(world.subject.add(Request("s", "open \(name)", data: "x", accessible: .always)) == 0)
            }
            var lent = 0
            #expect(throws: KeystoreError(.interactionNotAllowed)) {
                try world.keychain.forEachSecret(ItemQuery(service: "s")) { _, _ in lent += 1 }
            }
            #expect(lent == 0)
        },
        Statement(72, words: "Adding to and updating a locked class is refused") { world in
            #expect(world.subject.add(Request("s", "a", data: "x", accessible: .always)) == 0)
            #expect(world.subject.add(Request("s", "l", data: "x")) == 0)
            world.keychain.lock()
            #expect(world.subject.add(Request("s", "b", data: "x")) == -25308)
            #expect(world.subject.add(Request("s", "without data")) == -25308)
            #expect(world.subject.update(Request("s", "a"), Request(accessible: .whenUnlocked)) == -25308)
            #expect(world.subject.update(Request("s", "l"), Request(data: "y")) == -25308)
            #expect(world.subject.update(Request("s", "l"), Request(label: "y")) == -25308)
            #expect(world.subject.update(Request("s", "a"), Request(data: "z")) == 0)
        },
        Statement(73, words: "Deleting works while locked") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "b", data: "x", sync: .synchronizable)) == 0)
            world.keychain.lock()
            #expect(world.subject.delete(Request("s", sync: .any)) == 0)
            #expect(world.subject.find(Request("s", sync: .any)).status == -25300)
        },
        Statement(74, words: "Items that need a passphrase are refused without one and deleted with it") { world in
            let request = Request("s", "a", data: "x", accessible: .whenPasscodeSetThisDeviceOnly)
            #expect(world.subject.add(request) == -25293)
            // An update may not move an item to where an addition may not put it.
            #expect(world.subject.add(Request("s", "m", data: "m")) == 0)
            let move = Request(accessible: .whenPasscodeSetThisDeviceOnly)
            #expect(world.subject.update(Request("s", "m"), move) == -25293)
            #expect(world.subject.read(Request("s", "m")).items.map(\.accessible) == ["ak"])
            #expect(world.subject.read(Request("s", "m")).items.map(\.data) == ["m"])
            let method = { UnlockMethod.keyFile(TestStore.keyFile()) }
            let slot = try world.keychain.addSlot(
                .passphrase(TestStore.secret("correct horse")),
                authorizedBy: method()
            )
            #expect(world.subject.add(request) == 0)
            #expect(world.subject.update(Request("s", "m"), move) == 0)
            #expect(world.subject.read(Request("s", "m")).items.map(\.accessible) == ["akpu"])
            #expect(world.subject.add(Request("s", "b", data: "y")) == 0)
            #expect(world.subject.read(Request("s", "a")).items.first?.data == "x")
            try world.keychain.removeSlot(slot.identifier)
            #expect(world.subject.read(Request("s", limit: .all)).items.map(\.data) == ["y"])
            #expect(world.subject.add(request) == -25293)
            #expect(world.keychain.verify().findings == [])
        },
        Statement(75, words: "This-device-only items are not transferred to another device") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.add(Request("s", "b", data: "y", accessible: .whenUnlockedThisDeviceOnly)) == 0)
            var carried: [String] = []
            try world.keychain.forEachPortableSecret { item, _ in carried.append(item.attributes.account) }
            #expect(carried == ["a"])
        },
        Statement(76, words: "Unless-open items are writable while locked, and an open one survives it") { world in
            world.keychain.lock()
            #expect(world.subject.add(Request("s", "a", data: "x", accessible: .unlessOpen)) == 0)
            #expect(world.subject.read(Request("s", "a")).status == -25308)
            #expect(throws: KeystoreError(.interactionNotAllowed)) {
                _ = try world.keychain.openItem(ItemQuery(service: "s"))
            }
            try world.keychain.unlock(.keyFile(TestStore.keyFile()))
            let handle = try world.keychain.openItem(ItemQuery(service: "s"))
            world.keychain.lock()
            #expect(world.subject.read(Request("s", "a")).status == -25308)
            let isSame = try handle.withSecret { $0.count == 1 && $0[0] == UInt8(ascii: "x") }
            #expect(isSame)
        },
        Statement(77, words: "Locking removes the keys at once") { world in
            #expect(world.subject.add(Request("s", "a", data: "x")) == 0)
            #expect(world.subject.read(Request("s", "a")).status == 0)
            world.keychain.lock()
            #expect(world.subject.read(Request("s", "a")).status == -25308)
        },
    ]
}
