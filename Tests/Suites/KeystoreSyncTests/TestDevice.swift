import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import KeystoreSync
import TestRig

/// A store in memory.
struct TestStore: SyncStore {
    var items: [SyncKey: SyncItem] = [:]
    /// Keys that a program changes between reading and applying.
    var meanwhile: [SyncKey: SyncItem] = [:]

    mutating func synchronizableItems() throws(KeystoreError) -> [SyncItem] {
        let read = Array(items.values)
        for (key, item) in meanwhile { items[key] = item }
        meanwhile = [:]
        return read
    }

    mutating func apply(_ changes: [SyncChange]) throws(KeystoreError) -> Set<SyncKey> {
        var applied: Set<SyncKey> = []
        for change in changes where change.replaces(items[change.key]) {
            items[change.key] = change.item
            applied.insert(change.key)
        }
        return applied
    }
}

/// One device of a user: keys, store, memory, and its own copy of the folder.
final class TestDevice {
    let keys: SyncDeviceKeys
    let name: String
    let folder: TemporaryDirectory
    let memory: TemporaryDirectory
    var store = TestStore()

    /// Makes a device with a directory that is shared, or with its own, to be carried over by hand.
    init(_ name: String, folder: TemporaryDirectory? = nil) throws {
        keys = try SyncDeviceKeys.generate()
        self.name = name
        self.folder = try folder ?? TemporaryDirectory()
        memory = try TemporaryDirectory()
    }

    var session: SyncSession { SyncSession(directory: folder.path, statePath: memory.path("sync/state")) }
    var bundleName: String { "\(keys.device).tkb" }

    static func key(_ account: String) -> SyncKey {
        SyncKey(group: group, service: "mail", account: account)
    }

    static var group: AccessGroup {
        guard let group = AccessGroup(rawValue: "ABCDE12345.shared") else { preconditionFailure("a group") }
        return group
    }

    static func item(_ account: String, _ text: String, at time: UInt64) throws -> SyncItem {
        let octets = Array(text.utf8)
        var attributes = ItemAttributes(
            service: "mail",
            account: account,
            label: "Mail \"\(account)\"\n",
            generic: [0, 1, 0xFF],
            accessGroup: group,
            accessible: .afterFirstUnlock,
            isSynchronizable: true
        )
        attributes.creator = 7
        attributes.isNegative = false
        return try SyncItem(
            attributes,
            created: 1,
            modified: time,
            secret: SharedSecret(copying: octets.span)
        )
    }

    func set(_ account: String, _ text: String, at time: UInt64) throws {
        store.items[Self.key(account)] = try Self.item(account, text, at: time)
    }

    func delete(_ account: String) { store.items[Self.key(account)] = nil }

    /// The secret of an account as text.
    func text(_ account: String) -> String? { store.items[Self.key(account)].map(Self.text) }

    static func text(_ item: SyncItem) -> String {
        item.secret?.withBytes { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) } ?? "none"
    }

    /// Everything in the store as text.
    var contents: [String: String] {
        Dictionary(uniqueKeysWithValues: store.items.map { ($0.key.account, Self.text($0.value)) })
    }

    @discardableResult
    func run(at now: UInt64, rejoins: Bool = false) throws -> SyncReport {
        try session.run(&store, keys: keys, now: now, rejoins: rejoins)
    }

    /// Copies another device's bundle and the list of devices into this device's folder.
    func receive(from other: TestDevice) throws {
        for name in ["devices.json.sig", other.bundleName]
        where FileManager.default.fileExists(atPath: other.folder.path(name)) {
            try folder.write(try other.folder.read(name), to: name)
        }
    }

    /// Devices that take part in one list, each in a folder of its own unless one is given.
    static func group(_ names: String..., folder: TemporaryDirectory? = nil) throws -> [TestDevice] {
        let devices = try names.map { try TestDevice($0, folder: folder) }
        _ = try devices[0].session.found(deviceName: names[0], keys: devices[0].keys)
        for device in devices.dropFirst() {
            let card = try device.keys.member(named: device.name).card
            let list = try devices[0].session.add(try SyncMember(card: card), keys: devices[0].keys)
            try device.folder.write(list.encoded, to: "devices.json.sig")
            _ = try device.session.join(fingerprint: list.fingerprint, keys: device.keys)
        }
        for device in devices {
            try device.folder.write(try devices[0].folder.read("devices.json.sig"), to: "devices.json.sig")
        }
        return devices
    }
}
