internal import Glibc
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonKeystore
internal import JetonKeystoreBase
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

    /// Opens the part of a device that was set up.
    init(_ unlock: UnlockOptions, _ keystore: KeystoreOptions) throws {
        let access = try KeystoreAccess(keystore)
        let device = try SyncAccess.device(try access.open())
        try self.init(access, access.unlocked(unlock), device)
    }

    /// Opens the part of a device that was set up, unless the store is locked and a passphrase would have to be asked for.
    static func ifUnlocked(_ unlock: UnlockOptions, _ keystore: KeystoreOptions) throws -> SyncAccess? {
        let access = try KeystoreAccess(keystore)
        let device = try SyncAccess.device(try access.open())
        let keychain = try access.unlockedIfPossible(unlock)
        guard keychain.state == .unlocked else { return nil }
        return try SyncAccess(access, keychain, device)
    }

    private static func device(_ keychain: Keychain) throws -> (name: String, directory: String) {
        guard let device = try SyncDeviceStore(keychain).device() else {
            throw CommandError(
                "this device is not synchronized yet",
                hints: [
                    "`jeton keystore sync init` starts synchronization in a directory",
                    "`jeton keystore sync card` joins a directory that another device uses",
                ],
                exitCode: .keystore
            )
        }
        return device
    }

    /// Opens the part of this device, and sets it up if that was not done.
    ///
    /// Until it has joined, name and folder can be changed: no other device knows them.
    ///
    /// - Parameters:
    ///   - folder: The folder; must be there.
    ///   - name: The device's name (default: the machine's name).
    ///   - unlock: How the keystore is unlocked.
    ///   - keystore: Where it may lie.
    /// - Throws: ``CommandError`` for a missing directory or a device that takes part elsewhere; `KeystoreError`.
    init(folder: String, name: String?, _ unlock: UnlockOptions, _ keystore: KeystoreOptions) throws {
        guard FileSource.isDirectory(folder), let path = SyncAccess.absolute(folder) else {
            let command: ShellCommand = "mkdir \(folder)"
            throw CommandError.notFound("no directory \(folder)", hints: ["`\(command.text)` makes it"])
        }
        let access = try KeystoreAccess(keystore)
        let keychain = try access.unlocked(unlock)
        let store = try SyncDeviceStore(keychain)
        if let device = try store.device() {
            if device.directory != path || name != nil && name != device.name {
                guard try !SyncAccess.session(access, device).hasJoined else {
                    throw CommandError(
                        "this device already synchronizes, as '\(device.name)' in \(device.directory)",
                        hints: [
                            "`jeton keystore sync status` shows it",
                            "`jeton keystore sync leave` removes this device",
                        ],
                        exitCode: .keystore
                    )
                }
                try store.change(name: name ?? device.name, directory: path)
            }
        } else {
            _ = try store.create(name: name ?? SyncAccess.machineName, directory: path)
        }
        guard let device = try store.device() else {
            throw CommandError("the keys of this device are missing", exitCode: .keystore)
        }
        try self.init(access, keychain, device)
    }

    private static func session(_ access: KeystoreAccess, _ device: (name: String, directory: String)) -> SyncSession {
        let memory = access.configuration.directory.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return SyncSession(directory: device.directory, statePath: "\(memory)/keystore-sync/memory.age")
    }

    private init(_ access: KeystoreAccess, _ keychain: Keychain, _ device: (name: String, directory: String)) throws {
        self.keychain = keychain
        session = SyncAccess.session(access, device)
        keys = try SyncDeviceStore(keychain).keys()
        name = device.name
        folder = device.directory
    }

    /// What the other devices need to know of this one.
    func member() throws -> SyncMember { try keys.member(named: name) }

    /// The folder of a device that was set up; the store may be locked.
    static func folder(_ keystore: KeystoreOptions) throws -> String {
        try device(try KeystoreAccess(keystore).open()).directory
    }

    /// Starts synchronization with this device as the first; if the folder has a list already, nothing stays of the attempt.
    func found() throws -> SyncMembership {
        do {
            return try session.found(deviceName: name, keys: keys)
        } catch  where error.code == .duplicateItem {
            if try !session.hasJoined { try SyncDeviceStore(keychain).forget() }
            throw error
        }
    }

    /// Exchanges changes once, and says what a person should know.
    func run(rejoins: Bool = false) throws -> SyncReport {
        var store = KeychainSyncStore(keychain)
        let report = try session.run(&store, keys: keys, now: SyncAccess.now, rejoins: rejoins)
        for notice in report.notices { Console.note("warning: \(notice)") }
        if !report.conflicts.isEmpty {
            let secrets = report.conflicts.count == 1 ? "1 secret lost" : "\(report.conflicts.count) secrets lost"
            Console.note("warning: \(secrets) against a later change; `jeton keystore sync conflicts` shows both")
        }
        return report
    }

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
