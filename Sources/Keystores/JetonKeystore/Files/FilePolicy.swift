import JetonFiles
import JetonKeystoreBase

#if canImport(Glibc)
    import Glibc
#endif

/// Which owners, modes and file systems the store trusts.
struct FilePolicy: Sendable {
    let owner: UInt32
    let groups: Set<UInt32>
    let allowsNetworkFileSystem: Bool

    /// The policy of this process: its effective user, its groups.
    init(allowsNetworkFileSystem: Bool) {
        owner = geteuid()
        var groups: Set<UInt32> = [getegid()]
        let count = getgroups(0, nil)
        if count > 0 {
            var list = [gid_t](repeating: 0, count: Int(count))
            let found = unsafe getgroups(count, &list)
            groups.formUnion(list.prefix(Int(max(found, 0))))
        }
        self.groups = groups
        self.allowsNetworkFileSystem = allowsNetworkFileSystem
    }

    /// Type numbers of `statfs(2)` of file systems whose locks and renames reach over a network or a user's program.
    private static let networkTypes: [UInt32: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB2", 0x6573_5546: "FUSE",
        0x0102_1997: "9P", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x7375_7245: "Coda",
    ]

    func checkFileSystem(_ type: UInt32, _ name: String) throws(KeystoreError) {
        guard let words = FilePolicy.networkTypes[type], !allowsNetworkFileSystem else { return }
        throw KeystoreError.unsafeFile(
            name,
            "it is on \(words), where locks and atomic renames are not reliable",
            hint: "move the store to a local disk, or allow network file systems explicitly"
        )
    }

    /// Checks a directory; says whether it is shared with a Unix group.
    ///
    /// Private is mode 0700 of the own user; shared is mode 2770 of the own user or root, with a group of this process.
    func checkDirectory(_ status: FileStatus, _ name: String, allowsShared: Bool) throws(KeystoreError) -> Bool {
        guard status.kind == .directory else { throw KeystoreError.unsafeFile(name, "it is not a directory") }
        if allowsShared && status.mode & 0o2000 != 0 {
            guard status.owner == owner || status.owner == 0 else {
                throw wrongOwner(status, name)
            }
            guard groups.contains(status.group) else {
                throw KeystoreError.unsafeFile(name, "this program is not in Unix group \(status.group)")
            }
            guard status.mode & 0o7777 == 0o2770 else { throw FilePolicy.wrongMode(status, name, "2770") }
            return true
        }
        guard status.owner == owner else {
            throw wrongOwner(status, name)
        }
        guard status.mode == 0o700 else { throw FilePolicy.wrongMode(status, name, "0700") }
        return false
    }

    /// Checks a file of the store; the number of its links is the caller's matter.
    func checkFile(_ status: FileStatus, _ name: String, isShared: Bool) throws(KeystoreError) {
        guard status.kind == .regular else { throw KeystoreError.unsafeFile(name, "it is not a regular file") }
        guard status.owner == owner || (isShared && status.owner == 0) else {
            throw wrongOwner(status, name)
        }
        guard status.mode == (isShared ? 0o660 : 0o600) else {
            throw FilePolicy.wrongMode(status, name, isShared ? "0660" : "0600")
        }
    }

    private static func wrongMode(_ status: FileStatus, _ name: String, _ wanted: String) -> KeystoreError {
        let mode = String(status.mode, radix: 8)
        return KeystoreError.unsafeFile(name, "its mode is \(mode)", hint: "run `chmod \(wanted) '\(name)'`")
    }

    private func wrongOwner(_ status: FileStatus, _ name: String) -> KeystoreError {
        KeystoreError.unsafeFile(
            name,
            "it belongs to user \(status.owner)",
            hint: "run `chown \(owner) '\(name)'` as root"
        )
    }
}
