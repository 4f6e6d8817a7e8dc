internal import Glibc
internal import Keystore
internal import KeystoreSync

/// This device's part in synchronization, opened for a command.
struct SyncAccess: ~Copyable {
    /// The unlocked keystore.
    let keychain: Keychain
    /// The folder and this device's memory of it.
    let session: SyncSession
    /// This device's keys.
    let keys: SyncDeviceKeys
    /// This device's name.
    let name: String
    /// The folder.
    let folder: String

    /// Opens the part of a device that takes part already.
    init(_ unlock: UnlockOptions, _ keystore: KeystoreOptions) throws {
        let access = try KeystoreAccess(keystore)
        guard let device = try SyncDeviceStore(try access.open()).device() else {
            throw CommandError(
                "this device takes no part in synchronization yet",
                hints: [
                    "`jeton keystore sync init` starts it in a folder",
                    "`jeton keystore sync card` joins a folder in which another device started it",
                ],
                exitCode: .keystore
            )
        }
        try self.init(access, access.unlocked(unlock), device)
    }

    /// Opens the part of this device, and sets it up if it takes no part yet.
    ///
    /// - Parameters:
    ///   - folder: The folder; must be there.
    ///   - name: The device's name (default: the machine's name).
    init(folder: String, name: String?, _ unlock: UnlockOptions, _ keystore: KeystoreOptions) throws {
        guard FileSource.isDirectory(folder), let path = SyncAccess.absolute(folder) else {
            throw CommandError.notFound("no directory \(folder)")
        }
        let access = try KeystoreAccess(keystore)
        let keychain = try access.unlocked(unlock)
        let store = try SyncDeviceStore(keychain)
        if let device = try store.device() {
            guard device.directory == path, name == nil || name == device.name else {
                throw CommandError(
                    "this device takes part already, as '\(device.name)' in \(device.directory)",
                    hints: ["`jeton keystore sync status` shows it"],
                    exitCode: .keystore
                )
            }
        } else {
            _ = try store.create(name: name ?? SyncAccess.machineName, directory: path)
        }
        guard let device = try store.device() else {
            throw CommandError("the keys of this device vanished", exitCode: .keystore)
        }
        try self.init(access, keychain, device)
    }

    private init(_ access: KeystoreAccess, _ keychain: Keychain, _ device: (name: String, directory: String)) throws {
        let memory = access.configuration.directory.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        self.keychain = keychain
        session = SyncSession(directory: device.directory, statePath: "\(memory)/keystore-sync/memory.age")
        keys = try SyncDeviceStore(keychain).keys()
        name = device.name
        folder = device.directory
    }

    /// What the other devices need to know of this one.
    func member() throws -> SyncMember { try keys.member(named: name) }

    /// Milliseconds since 1970.
    static var now: UInt64 { UInt64(max(0, Timestamp.now.microseconds / 1000)) }

    private static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static var machineName: String {
        var octets = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&octets, 64) == 0 else { return "device" }
        let name = String(decoding: octets.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "device" : name
    }
}
