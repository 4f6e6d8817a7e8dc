import JetonKeystoreBase
import JetonOctets
import Testing

@testable import JetonKeystore

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Files that are not trusted")
struct FileSafetyTests {
    /// Something that makes a store unsafe, and what the refusal must say.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: String
        let spoil: @Sendable (TestStore) throws -> Void

        init(_ name: String, _ words: String, _ spoil: @escaping @Sendable (TestStore) throws -> Void) {
            testDescription = name
            self.words = words
            self.spoil = spoil
        }
    }

    private static func mode(_ path: String, _ mode: mode_t) throws {
        guard unsafe chmod(path, mode) == 0 else { throw Shell.Failure(description: "chmod \(path)") }
    }

    static let cases = [
        Case("a store that others may read", "its mode is 755") { try mode($0.storePath, 0o755) },
        Case("a keybag that the group may read", "its mode is 640") { try mode($0.storePath + "/keybag", 0o640) },
        Case("a device key that others may read", "its mode is 604") { try mode($0.storePath + "/device.key", 0o604) },
        Case("a vault that others may write", "its mode is 602") { try mode($0.vaultPath(), 0o602) },
        Case("a store of another user", "belongs to user 12345") { store in
            try #require(unsafe chown(store.storePath, 12345, gid_t.max) == 0)
        },
        Case("a vault of another user", "belongs to user 12345") { store in
            try #require(unsafe chown(store.vaultPath(), 12345, gid_t.max) == 0)
        },
        Case("a store behind a symbolic link", "symbolic link") { store in
            try Shell.run("/bin/mv", [store.storePath, store.directory + "/elsewhere"])
            try #require(unsafe symlink("elsewhere", store.storePath) == 0)
        },
        Case("a group's directory behind a symbolic link", "symbolic link") { store in
            let path = "\(store.storePath)/vaults/\(shared)"
            try Shell.run("/bin/mv", [path, store.directory + "/elsewhere"])
            try #require(unsafe symlink(store.directory + "/elsewhere", path) == 0)
        },
        Case("a vault behind a symbolic link", "symbolic link") { store in
            try Shell.run("/bin/mv", [store.vaultPath(), store.directory + "/elsewhere"])
            try #require(unsafe symlink(store.directory + "/elsewhere", store.vaultPath()) == 0)
        },
        Case("a vault with a further hard link", "hard link") { store in
            try #require(unsafe link(store.vaultPath(), store.directory + "/elsewhere") == 0)
        },
        Case("a FIFO instead of a vault", "not a regular file") { store in
            try Shell.run("/bin/rm", [store.vaultPath()])
            try #require(unsafe mkfifo(store.vaultPath(), 0o600) == 0)
        },
        Case("a directory instead of a keybag", "not a regular file") { store in
            try Shell.run("/bin/rm", [store.storePath + "/keybag"])
            try #require(unsafe mkdir(store.storePath + "/keybag", 0o700) == 0)
        },
        Case("a vault of a newer format", "has format 2, and this version supports up to 1") { store in
            var file = try Shell.read(store.vaultPath())
            file[8] = 2
            try Shell.write(file, store.vaultPath())
        },
        Case("a keybag of a newer format", "has format 9, and this version supports up to 2") { store in
            var file = try Shell.read(store.storePath + "/keybag")
            file[8] = 9
            try Shell.write(file, store.storePath + "/keybag")
        },
        Case("a store without its device key", "device key is missing") { store in
            try Shell.run("/bin/rm", [store.storePath + "/device.key"])
        },
        Case("a vault that is gone", "is missing") { try Shell.run("/bin/rm", [$0.vaultPath()]) },
        Case("a group that is gone", "is missing") { store in
            try Shell.run("/bin/rm", ["-r", "\(store.storePath)/vaults/\(shared)"])
        },
    ]

    @Test("Each is refused with words that say why, for reading and for writing, and left as it is", arguments: cases)
    func refused(row: Case) throws {
        let store = try TestStore()
        let keychain = try store.create()
        for account in ["a", "c"] { try keychain.add(ItemAttributes(account: account), text: "x") }
        try row.spoil(store)
        let listing = try Shell.names(store.directory)
        for isWriting in [false, true] {
            do throws(KeystoreError) {
                let keychain = try Keychain.open(store.configuration())
                if isWriting {
                    try keychain.add(ItemAttributes(account: "b", accessible: .always), text: "x")
                } else {
                    _ = try keychain.items(ItemQuery())
                }
                Issue.record("\(row.testDescription) was accepted")
            } catch {
                #expect(error.code == .notAvailable)
                #expect(error.description.contains(row.words), "\(error)")
            }
        }
        #expect(try Shell.names(store.directory) == listing)
    }

    @Test("Network file systems need consent", arguments: [0x6969, 0x6573_5546, 0x0102_1997] as [UInt32])
    func network(type: UInt32) throws {
        let store = try TestStore()
        try store.create().add(ItemAttributes(account: "a", accessible: .always), text: "x")
        var configuration = store.configuration()
        let error = try #require(throws: KeystoreError.self) {
            _ = try Keychain.open(configuration, FaultyFileSystem(.isOfType(type)))
        }
        #expect(error.code == .notAvailable)
        #expect(error.description.contains("locks and atomic renames are not reliable"))
        configuration.allowsNetworkFileSystem = true
        let keychain = try Keychain.open(configuration, FaultyFileSystem(.isOfType(type)))
        #expect(try keychain.text(ItemQuery(account: "a")) == "x")
    }

    @Test("On a read-only mount items are read, and writing is refused as such")
    func readOnlyMount() throws {
        let store = try TestStore()
        try store.create().add(ItemAttributes(account: "a", accessible: .always), text: "x")
        // In a mount namespace of its own, so that nothing of the machine changes.
        let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\""
        let worker = try Worker.path()
        let arguments = ["-m", "/bin/sh", "-c", script, store.directory, worker]
        let read = try Shell.start("/usr/bin/unshare", arguments + ["read", store.storePath, "shared", "a"])
        #expect(Shell.wait(read) == 0)
        let add = try Shell.start("/usr/bin/unshare", arguments + ["add", store.storePath, "shared", "b", "-25292"])
        #expect(Shell.wait(add) == 0)
    }

    @Test("A group that is shared with a Unix group is reached by that group only")
    func unixGroup() throws {
        let store = try TestStore()
        let keychain = try store.create()
        let group = getegid()
        try keychain.share(second, withUnixGroup: group)
        try keychain.add(ItemAttributes(account: "a", accessGroup: second), text: "x")
        var status = stat()
        try #require(unsafe stat("\(store.storePath)/vaults/\(second)", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o2770)
        try #require(unsafe stat(store.vaultPath("second"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660)
        #expect(try store.open().text(ItemQuery(account: "a")) == "x")
        #expect(throws: KeystoreError(.invalidParameter)) { try keychain.share(second, withUnixGroup: group) }
        try #require(unsafe chown("\(store.storePath)/vaults/\(second)", uid_t.max, 54321) == 0)
        try FileSafetyTests.mode("\(store.storePath)/vaults/\(second)", 0o2770)
        let error = try #require(throws: KeystoreError.self) { _ = try store.open().items(ItemQuery()) }
        #expect(error.description.contains("not in Unix group 54321"))
    }
}
