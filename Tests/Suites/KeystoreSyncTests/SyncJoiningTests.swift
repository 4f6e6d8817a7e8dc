import AgeFiles
import Foundation
import Glibc
import JetonKeystoreBase
import JetonOctets
import KeystoreSync
import TestRig
import Testing

@Suite("Devices that join and leave a list of devices")
struct SyncJoiningTests {
    private static let start: UInt64 = 1_780_000_000_000

    @Test("Two devices of one name take part, by their keys, and synchronize")
    func oneName() throws {
        let devices = try TestDevice.group("laptop", "laptop", folder: try TemporaryDirectory())
        let (one, two) = (devices[0], devices[1])
        let list = try one.session.membership(keys: one.keys)
        #expect(list.members.map(\.name) == ["laptop", "laptop"])
        #expect(list.members.map(\.device) == [one.keys.device, two.keys.device])
        try one.set("a", "first", at: Self.start)
        try one.run(at: Self.start)
        try two.run(at: Self.start + 1)
        #expect(two.text("a") == "first")
    }

    @Test("A device that is added again stays once; a card with a new name renames it; another recipient is refused")
    func addedAgain() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let (one, two) = (devices[0], devices[1])
        let before = try one.session.membership(keys: one.keys)
        #expect(try one.session.add(try two.keys.member(named: "two"), keys: one.keys) == before)
        let renamed = try one.session.add(try two.keys.member(named: "zwei"), keys: one.keys)
        #expect(renamed.members.map(\.name) == ["one", "zwei"])
        #expect(renamed.serial == before.serial + 1)
        let other = try SyncDeviceKeys.generate()
        let forged = try SyncMember(
            name: "two",
            recipient: try other.member(named: "x").recipient,
            signingKey: two.keys.signingKey.publicKey
        )
        let error = #expect(throws: KeystoreError.self) { _ = try one.session.add(forged, keys: one.keys) }
        #expect(error?.code == .duplicateItem)
        try two.run(at: Self.start)
    }

    @Test("A start that was interrupted before the device remembered its list is finished by the next one")
    func interruptedStart() throws {
        let device = try TestDevice("one")
        _ = try device.session.found(deviceName: "one", keys: device.keys)
        try device.memory.remove("sync/state")
        #expect(try !device.session.hasJoined)
        _ = try device.session.found(deviceName: "other name", keys: device.keys)
        #expect(try device.session.membership(keys: device.keys).members.map(\.name) == ["other name"])
        // What takes part already is never started again, and no device takes the list of another.
        let error = #expect(throws: KeystoreError.self) {
            _ = try device.session.found(deviceName: "one", keys: device.keys)
        }
        #expect(error?.code == .duplicateItem)
        let stranger = try TestDevice("two", folder: device.folder)
        #expect(throws: KeystoreError.self) { _ = try stranger.session.found(deviceName: "two", keys: stranger.keys) }
    }

    @Test("A device that joins again goes on counting its bundles")
    func joinsAgain() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let two = devices[1]
        try two.set("a", "first", at: Self.start)
        #expect(try two.run(at: Self.start).sequence == 1)
        let list = try two.session.membership(keys: two.keys)
        _ = try two.session.join(fingerprint: list.fingerprint, keys: two.keys)
        try two.set("a", "second", at: Self.start + 1)
        #expect(try two.run(at: Self.start + 1).sequence == 2)
        #expect(try devices[0].run(at: Self.start + 2).notices.isEmpty)
        #expect(devices[0].text("a") == "second")
    }

    @Test("A device that leaves takes its bundle, its memory and its place in the list; it can be done twice")
    func leaves() throws {
        let folder = try TemporaryDirectory()
        let devices = try TestDevice.group("one", "two", folder: folder)
        let (one, two) = (devices[0], devices[1])
        try two.set("a", "first", at: Self.start)
        try two.run(at: Self.start)
        let memory = try two.memory.read("sync/state")
        #expect(try two.session.leave(keys: two.keys))
        #expect(try one.session.membership(keys: one.keys).members.map(\.device) == [one.keys.device])
        #expect(try !folder.names().contains(two.bundleName))
        #expect(try !two.session.hasJoined)
        // As if it had been interrupted before the memory went.
        try two.memory.write(memory, to: "sync/state", mode: 0o600)
        #expect(try two.session.leave(keys: two.keys))
        #expect(try !two.session.hasJoined)
        #expect(two.text("a") == "first")

        // With the last device the list goes, and another one can start.
        #expect(try one.session.leave(keys: one.keys))
        #expect(try folder.names().isEmpty)
        _ = try two.session.found(deviceName: "two", keys: two.keys)
    }

    @Test("A device that can't change the list forgets its own part, and says that the list still names it")
    func leavesUnheard() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let two = devices[1]
        try two.folder.write(Array("damaged".utf8), to: "devices.json.sig")
        #expect(try !two.session.leave(keys: two.keys))
        #expect(try !two.session.hasJoined)
    }

    /// A store that looks at the lock of the memory while a run reads it.
    private struct LookingStore: SyncStore {
        let lock: String
        var isLocked = false

        mutating func synchronizableItems() throws(KeystoreError) -> [SyncItem] {
            let descriptor = unsafe open(lock, O_RDWR)
            defer { close(descriptor) }
            isLocked = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            return []
        }

        mutating func apply(_ changes: [SyncChange]) throws(KeystoreError) -> Set<SyncKey> { [] }
    }

    @Test("A run holds the lock of the device's memory, and gives it back")
    func lock() throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let one = devices[0]
        let lock = one.memory.path("sync/state.lock")
        var store = LookingStore(lock: lock)
        _ = try one.session.run(&store, keys: one.keys, now: Self.start)
        #expect(store.isLocked)
        let descriptor = unsafe open(lock, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    }

    /// The keys of a device as text, which several tasks can have.
    private struct KeyTexts: Sendable {
        let signingKey: [UInt8]
        let identity: [UInt8]

        func keys() throws -> SyncDeviceKeys {
            SyncDeviceKeys(
                identity: try AgeIdentity(text: Secret(copying: identity.span)),
                signingKey: try Ed25519SigningKey(pem: Secret(copying: signingKey.span))
            )
        }
    }

    @Test("Runs at once never take one number twice")
    func runsAtOnce() async throws {
        let devices = try TestDevice.group("one", "two", folder: try TemporaryDirectory())
        let session = devices[0].session
        let (one, two) = (devices[0], devices[1])
        let signingKey = one.keys.signingKey.makePEM()
        let identity = one.keys.identity.makeText()
        let texts = KeyTexts(
            signingKey: signingKey.withBytes { span in span.indices.map { span[$0] } },
            identity: identity.withBytes { span in span.indices.map { span[$0] } }
        )
        let numbers = try await withThrowingTaskGroup(of: UInt64?.self) { group in
            for index in 0..<8 {
                group.addTask {
                    var store = TestStore()
                    store.items[TestDevice.key("a")] = try TestDevice.item("a", "value \(index)", at: Self.start)
                    let keys = try texts.keys()
                    return try session.run(&store, keys: keys, now: Self.start + UInt64(index)).sequence
                }
            }
            return try await group.reduce(into: [UInt64?]()) { $0.append($1) }
        }
        #expect(Set(numbers.compactMap { $0 }).count == numbers.compactMap { $0 }.count, "\(numbers)")
        #expect(numbers.compactMap { $0 }.count > 1)
        #expect(try two.run(at: Self.start + 100).notices.isEmpty)
    }
}
