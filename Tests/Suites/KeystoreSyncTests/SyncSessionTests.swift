import AgeFiles
import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import KeystoreSync
import TestRig
import Testing

@Suite("Synchronization between a user's devices")
struct SyncSessionTests {
    private static let day: UInt64 = 86_400_000
    private static let start: UInt64 = 1_780_000_000_000

    @Test("An item that one device adds, changes and deletes follows on the other")
    func follows() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        #expect(try one.run(at: Self.start).sequence == 1)
        #expect(try two.run(at: Self.start + 1).applied == [TestDevice.key("a")])
        #expect(two.text("a") == "first")
        let item = try #require(two.store.items[TestDevice.key("a")])
        #expect(item.attributes.label == "Mail \"a\"\n")
        #expect(item.attributes.generic == [0, 1, 0xFF])
        #expect(item.attributes.accessible == .afterFirstUnlock)
        #expect(item.attributes.creator == 7)
        #expect(item.attributes.isNegative == false)
        #expect(item.attributes.comment == nil)

        try two.set("a", "second", at: Self.start + 10)
        try two.run(at: Self.start + 10)
        #expect(try one.run(at: Self.start + 11).conflicts.isEmpty)
        #expect(one.text("a") == "second")
        one.delete("a")
        try one.run(at: Self.start + 20)
        #expect(try two.run(at: Self.start + 21).applied == [TestDevice.key("a")])
        #expect(two.contents.isEmpty)
        try two.set("a", "again", at: Self.start + 30)
        try two.run(at: Self.start + 30)
        try one.run(at: Self.start + 31)
        #expect(one.text("a") == "again")
    }

    @Test("Two runs without news write nothing")
    func quiet() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        try devices[0].set("a", "first", at: Self.start)
        for turn in 0..<4 as Range<UInt64> { for device in devices { try device.run(at: Self.start + turn) } }
        for device in devices { #expect(try device.run(at: Self.start + 9).sequence == nil) }
        devices[0].delete("a")
        for turn in 10..<16 as Range<UInt64> { for device in devices { try device.run(at: Self.start + turn) } }
        for device in devices { #expect(try device.run(at: Self.start + 20).sequence == nil) }
        let folder = devices[0].folder
        #expect(try folder.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("The later of two changes wins whoever synchronizes first, and the other secret is kept 30 days")
    func conflict() throws {
        for isLateFirst in [true, false] {
            let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
            let (one, two) = (devices[0], devices[1])
            try one.set("a", "first", at: Self.start)
            for device in devices { try device.run(at: Self.start + 1) }
            try one.set("a", "earlier", at: Self.start + 1000)
            try two.set("a", "later", at: Self.start + 2000)
            let order = isLateFirst ? [two, one, two] : [one, two, one]
            for device in order { try device.run(at: Self.start + 3000) }
            for device in devices {
                #expect(device.text("a") == "later")
                let kept = try device.session.conflicts(keys: device.keys).compactMap { $0.loser.item }
                // The device of the later change has not heard of the earlier one if that never left its device.
                let isUnheard = isLateFirst && device === two
                #expect(kept.map(TestDevice.text) == (isUnheard ? [] : ["earlier"]))
            }
            try one.session.settle(try one.session.conflicts(keys: one.keys)[0], keys: one.keys)
            try one.run(at: Self.start + 4000)
            #expect(try one.session.conflicts(keys: one.keys).isEmpty)
            try two.run(at: Self.start + 31 * Self.day)
            #expect(try two.session.conflicts(keys: two.keys).isEmpty)
        }
    }

    @Test("A clock that is wrong by hours does not undo a later change that knew of the earlier one")
    func skew() throws {
        let devices = try TestDevice.group("fast", "slow", folder: try TemporaryDirectory())
        let (fast, slow) = (devices[0], devices[1])
        let ahead = Self.start + 5 * 3_600_000
        try fast.set("a", "from the future", at: ahead)
        try fast.run(at: ahead)
        try slow.run(at: Self.start)
        #expect(slow.text("a") == "from the future")
        try slow.set("a", "corrected", at: Self.start + 1)
        try slow.run(at: Self.start + 1)
        #expect(try fast.run(at: ahead + 1).conflicts.isEmpty)
        #expect(fast.text("a") == "corrected")
    }

    @Test("A record more than a day ahead is held back, and reported")
    func heldBack() throws {
        let devices = try TestDevice.group("fast", "slow", folder: try TemporaryDirectory())
        let (fast, slow) = (devices[0], devices[1])
        let year2099: UInt64 = 4_070_908_800_000
        try fast.set("a", "for ever", at: year2099)
        try fast.run(at: year2099)
        try slow.set("a", "mine", at: Self.start)
        let report = try slow.run(at: Self.start)
        #expect(report.notices.map(\.kind) == [.heldBack])
        #expect(slow.text("a") == "mine")
    }

    @Test("A deletion is forgotten once every device knows of it, and does not come back")
    func tombstones() throws {
        let devices = try TestDevice.group("one", "two", "three", folder: try TemporaryDirectory())
        try devices[0].set("a", "first", at: Self.start)
        try devices[0].set("b", "other", at: Self.start)
        for device in devices { try device.run(at: Self.start) }
        devices[1].delete("a")
        for turn in 1..<8 as Range<UInt64> { for device in devices { try device.run(at: Self.start + turn) } }
        for device in devices { #expect(device.contents == ["b": "other"]) }
        // Nobody speaks of the key any more: the bundles hold one record.
        let plain = try AgeFile.decrypt(
            try devices[0].folder.read(devices[2].bundleName),
            with: devices[0].keys.identity
        )
        let text = plain.withBytes { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
        #expect(text.split(separator: "\n").count == 3, "\(text)")
    }

    @Test("An item that a program changes during the run is left alone until the next run")
    func meanwhile() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        for device in devices { try device.run(at: Self.start) }
        try one.set("a", "second", at: Self.start + 10)
        try one.run(at: Self.start + 10)
        two.store.meanwhile[TestDevice.key("a")] = try TestDevice.item("a", "by a program", at: Self.start + 11)
        let report = try two.run(at: Self.start + 11)
        #expect(report.postponed == [TestDevice.key("a")])
        #expect(two.text("a") == "by a program")
        let next = try two.run(at: Self.start + 12)
        #expect(next.conflicts.compactMap { $0.loser.item.map(TestDevice.text) } == ["second"])
        try one.run(at: Self.start + 13)
        #expect(one.text("a") == "by a program")
    }

    @Test("A removed device is not listened to, and cannot read what follows")
    func removal() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        for device in devices { try device.run(at: Self.start) }
        _ = try one.session.remove(two.keys.device, keys: one.keys)
        try two.set("b", "late", at: Self.start + 1)
        let error = #expect(throws: KeystoreError.self) { try two.run(at: Self.start + 1) }
        #expect(error?.code == .missingEntitlement)
        let report = try one.run(at: Self.start + 2)
        #expect(report.sequence != nil)
        #expect(report.notices.map(\.kind) == [.notMember])
        let file = try folder.read(one.bundleName)
        #expect(throws: KeystoreError.self) { _ = try AgeFile.decrypt(file, with: two.keys.identity) }
        #expect(one.contents == ["a": "first"])
    }

    @Test("An older bundle, a second one with the same number, and a copy are told apart")
    func rollbackAndFork() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        try one.run(at: Self.start)
        let first = try folder.read(one.bundleName)
        let memory = try one.memory.read("sync/state")
        try one.set("a", "second", at: Self.start + 1)
        try one.run(at: Self.start + 1)
        try two.run(at: Self.start + 2)
        #expect(two.text("a") == "second")

        let second = try folder.read(one.bundleName)
        try folder.write(first, to: "\(one.keys.device).sync-conflict-20260601-120000-ABCDEFG.tkb")
        #expect(try two.run(at: Self.start + 3).notices.isEmpty)
        try folder.write(first, to: one.bundleName)
        #expect(try two.run(at: Self.start + 3).notices.map(\.kind) == [.rollback])
        #expect(two.text("a") == "second")

        // The device's memory is restored from a backup, and its bundle is gone: it counts again from an older number.
        try one.memory.write(memory, to: "sync/state", mode: 0o600)
        try folder.remove(one.bundleName)
        try one.set("a", "third", at: Self.start + 4)
        try one.run(at: Self.start + 4)
        #expect(try two.run(at: Self.start + 5).notices.map(\.kind) == [.fork])
        #expect(two.text("a") == "second")

        // With its bundle in the folder, the device notices by itself.
        try folder.write(second, to: one.bundleName)
        try one.memory.write(memory, to: "sync/state", mode: 0o600)
        #expect(try one.run(at: Self.start + 6).notices.map(\.kind) == [.ownBundle])
        #expect(try two.run(at: Self.start + 7).notices.isEmpty)
        #expect(two.text("a") == "third")
    }

    @Test("A conflict copy with a newer bundle is read as well")
    func conflictCopy() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        try one.run(at: Self.start)
        let first = try folder.read(one.bundleName)
        try one.set("a", "second", at: Self.start + 1)
        try one.run(at: Self.start + 1)
        let copy = "\(one.keys.device).sync-conflict-20260601-120000-ABCDEFG.tkb"
        try folder.write(try folder.read(one.bundleName), to: copy)
        try folder.write(first, to: one.bundleName)
        #expect(try two.run(at: Self.start + 2).notices.isEmpty)
        #expect(two.text("a") == "second")
        #expect(try folder.names().contains(copy))
    }

    @Test("A bundle under another device's name, and one that is garbage, are reported and skipped")
    func foreignFiles() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", "three", folder: folder)
        try devices[0].set("a", "first", at: Self.start)
        try devices[0].run(at: Self.start)
        try folder.write(try folder.read(devices[0].bundleName), to: devices[1].bundleName)
        try folder.write("garbage", to: "x.tkb")
        try folder.write("garbage", to: ".jeton-temporary-00.tkb")
        let report = try devices[2].run(at: Self.start)
        #expect(Set(report.notices.map(\.kind)) == [.wrongName, .unreadable])
        #expect(devices[2].text("a") == "first")
    }

    @Test("A device that was silent for more than 180 days must join again, and its secrets are kept as conflicts")
    func silence() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        try one.set("b", "first", at: Self.start)
        try one.set("d", "first", at: Self.start)
        for device in devices { try device.run(at: Self.start) }
        try two.set("d", "unheard", at: Self.start + 1)
        one.delete("a")
        try one.set("b", "second", at: Self.start + 1)
        try one.run(at: Self.start + 1)
        let late = Self.start + 181 * Self.day
        // A device without news gives a sign of life from time to time.
        #expect(try one.run(at: Self.start + 29 * Self.day).sequence == nil)
        #expect(try one.run(at: Self.start + 100 * Self.day).sequence != nil)
        #expect(try one.run(at: late).notices.map(\.kind) == [.stale])
        let error = #expect(throws: KeystoreError.self) { try two.run(at: late) }
        #expect(error?.code == .notAvailable)
        try one.set("c", "new", at: late)
        try one.run(at: late)
        let report = try two.run(at: late, rejoins: true)
        #expect(two.contents == ["b": "second", "c": "new", "d": "first"])
        #expect(Set(report.conflicts.compactMap { $0.loser.key.account }) == ["a", "d"])
        try two.run(at: late + 1)
        try one.run(at: late + 1)
        #expect(one.contents == two.contents)
    }

    @Test("Joining needs the fingerprint that the other device shows")
    func joining() throws {
        let folder = try TemporaryDirectory()
        let one = try TestDevice("one", folder: folder)
        let two = try TestDevice("two", folder: folder)
        let list = try one.session.found(deviceName: "one", keys: one.keys)
        #expect(throws: KeystoreError.self) { _ = try one.session.found(deviceName: "one", keys: one.keys) }
        let unnamed = #expect(throws: KeystoreError.self) {
            _ = try two.session.join(fingerprint: list.fingerprint, keys: two.keys)
        }
        #expect(unnamed?.code == .missingEntitlement)
        let grown = try one.session.add(try two.keys.member(named: "two"), keys: one.keys)
        let wrong = #expect(throws: KeystoreError.self) {
            _ = try two.session.join(fingerprint: list.fingerprint, keys: two.keys)
        }
        #expect(wrong?.code == .authenticationFailed)
        #expect(
            try two.session.join(fingerprint: grown.fingerprint, keys: two.keys).members.map(\.name) == ["one", "two"]
        )
    }

    @Test("A list of devices that is older, forked or not signed by a member stops synchronization")
    func membershipAttacks() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        let outsider = try TestDevice("outsider", folder: folder)
        let good = try folder.read("devices.json.sig")
        for device in devices { try device.run(at: Self.start) }

        let firstLine = Array(good[...(try #require(good.firstIndex(of: 0x0A)))])
        try folder.write(firstLine, to: "devices.json.sig")
        let older = #expect(throws: KeystoreError.self) { try two.run(at: Self.start) }
        #expect(older?.description.contains("older than") == true)

        // A member that knows the first version only goes on from there: a fork.
        let fork = try SyncMembership(firstLine).adding(try outsider.keys.member(named: "outsider"), keys: one.keys)
        try folder.write(fork.encoded, to: "devices.json.sig")
        let forked = #expect(throws: KeystoreError.self) { try two.run(at: Self.start) }
        #expect(forked?.description.contains("does not continue") == true)

        let list = try SyncMembership(good)
        #expect(throws: KeystoreError.self) {
            _ = try list.adding(try outsider.keys.member(named: "outsider"), keys: outsider.keys)
        }
        for index in good.indices {
            var damaged = good
            damaged[index] ^= 1
            #expect(throws: KeystoreError.self, "octet \(index)") { _ = try SyncMembership(damaged) }
        }
        for count in 0..<good.count where count != firstLine.count {
            #expect(throws: KeystoreError.self, "\(count) octets") { _ = try SyncMembership(Array(good[..<count])) }
        }
    }

    @Test("A bundle with any octet changed or cut off changes nothing")
    func damagedBundle() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try one.set("a", "first", at: Self.start)
        try one.run(at: Self.start)
        let good = try folder.read(one.bundleName)
        for index in stride(from: 0, to: good.count, by: 11) {
            var damaged = good
            damaged[index] ^= 0x10
            try folder.write(damaged, to: one.bundleName)
            #expect(try two.run(at: Self.start).notices.map(\.kind) == [.unreadable], "octet \(index)")
            try folder.write(good[..<index], to: one.bundleName)
            #expect(try two.run(at: Self.start).notices.map(\.kind) == [.unreadable], "\(index) octets")
        }
        #expect(two.contents.isEmpty)
        try folder.write(good, to: one.bundleName)
        try two.run(at: Self.start)
        #expect(two.text("a") == "first")
    }

    @Test("A damaged memory is an error, never an empty one")
    func damagedMemory() throws {
        let devices = try TestDevice.group("one", folder: try TemporaryDirectory())
        let one = devices[0]
        try one.run(at: Self.start)
        let good = try one.memory.read("sync/state")
        for index in stride(from: 0, to: good.count, by: 23) {
            var damaged = good
            damaged[index] ^= 1
            try one.memory.write(damaged, to: "sync/state")
            let error = #expect(throws: KeystoreError.self) { try one.run(at: Self.start) }
            #expect(error?.code == .notAvailable)
        }
    }

    @Test("A user opens a bundle with Debian's age alone")
    func openedByAge() throws {
        let folder = try TemporaryDirectory()
        let one = try TestDevice.group("one", folder: folder)[0]
        try one.set("a", "first", at: Self.start)
        try one.run(at: Self.start)
        let identity = one.keys.identity.makeText()
        try one.memory.write(identity.withBytes { span in (0..<span.count).map { span[$0] } }, to: "key", mode: 0o600)
        let result = try TestCommand("age", "-d", "-i", one.memory.path("key"), folder.path(one.bundleName))
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains("\"data\":\"Zmlyc3Q=\""))
    }

    @Test("Items of this device alone, and of local groups, have no form that could leave it")
    func thisDeviceOnly() throws {
        let secret = try TestDevice.item("a", "x", at: 1).secret
        var rows: [ItemAttributes] = []
        for accessible in Accessible.allCases where accessible.isThisDeviceOnly {
            rows.append(
                ItemAttributes(accessGroup: TestDevice.group, accessible: accessible, isSynchronizable: true)
            )
        }
        rows.append(ItemAttributes(accessGroup: TestDevice.group, isSynchronizable: false))
        rows.append(ItemAttributes(accessGroup: AccessGroup(rawValue: "local.5f0c"), isSynchronizable: true))
        rows.append(ItemAttributes(accessGroup: .token, isSynchronizable: true))
        rows.append(ItemAttributes(isSynchronizable: true))
        for attributes in rows {
            let error = #expect(throws: KeystoreError.self) {
                _ = try SyncItem(attributes, created: 1, modified: 1, secret: secret)
            }
            #expect(error?.code == .invalidParameter)
        }
        #expect(rows.count == 9)
    }
}
