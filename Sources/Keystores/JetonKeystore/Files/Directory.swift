import CJetonSystem
import JetonFiles
import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// An open directory of the store, and the ways in which the store reads and writes files in it.
///
/// Files are found by the open directory, not by path: a directory that is swapped for another is not followed.
final class Directory: Sendable {
    let system: any FileSystem
    let policy: FilePolicy
    /// What to call the directory in errors.
    let name: String
    /// Whether a Unix group shares the directory (mode M1).
    let isShared: Bool
    /// Whether it is a directory of the user's outside of the store, which may hold other files.
    let isForeign: Bool
    private let handle: OpenFile

    private init(
        _ handle: OpenFile,
        _ name: String,
        isShared: Bool,
        isForeign: Bool,
        _ system: any FileSystem,
        _ policy: FilePolicy
    ) {
        self.isForeign = isForeign
        self.handle = handle
        self.name = name
        self.isShared = isShared
        self.system = system
        self.policy = policy
    }

    /// A file as it was read, held open so that its inode number cannot be reused while it is remembered.
    struct Content: Sendable {
        let octets: [UInt8]
        let status: FileStatus
        let handle: OpenFile
    }

    static let temporaryPrefix = ".tmp-"

    // MARK: - Directories

    /// Opens the store's own directory; nil if there is none.
    static func open(
        path: String,
        _ system: any FileSystem,
        _ policy: FilePolicy
    ) throws(KeystoreError) -> Directory? {
        try open(path, in: nil, name: path, allowsShared: false, system, policy)
    }

    /// Opens a directory of the user's outside of the store, with any owner and mode; nil if there is none.
    static func open(
        foreign path: String,
        _ system: any FileSystem,
        _ policy: FilePolicy
    ) throws(KeystoreError) -> Directory? {
        try open(path, in: nil, name: path, allowsShared: false, isForeign: true, system, policy)
    }

    /// Opens a directory by its absolute path, and makes what is missing of it, mode 0700.
    static func make(
        path: String,
        _ system: any FileSystem,
        _ policy: FilePolicy
    ) throws(KeystoreError) -> Directory {
        if let directory = try open(path: path, system, policy) { return directory }
        var ancestor = ""
        for component in path.split(separator: "/") {
            ancestor += "/\(component)"
            do throws(SystemError) { try system.makeDirectory(ancestor, in: nil, mode: 0o700) } catch {
                if error.number != EEXIST { throw error.keystoreError(ancestor) }
            }
        }
        guard let directory = try open(path: path, system, policy) else {
            throw KeystoreError(.notAvailable, "\(path) vanished")
        }
        return directory
    }

    /// Opens a directory in this one; nil if there is none.
    func directory(_ child: String, allowsShared: Bool = false) throws(KeystoreError) -> Directory? {
        try Directory.open(
            child,
            in: handle.descriptor,
            name: "\(name)/\(child)",
            allowsShared: allowsShared,
            system,
            policy
        )
    }

    /// Opens a directory in this one, or makes a private one.
    func makeDirectory(_ child: String, allowsShared: Bool = false) throws(KeystoreError) -> Directory {
        if let known = try directory(child, allowsShared: allowsShared) { return known }
        do throws(SystemError) {
            try system.makeDirectory(child, in: handle.descriptor, mode: 0o700)
            try system.synchronize(handle.descriptor)
        } catch {
            // Another process may have been faster.
            if error.number != EEXIST { throw error.keystoreError("\(name)/\(child)") }
        }
        guard let made = try directory(child, allowsShared: allowsShared) else {
            throw KeystoreError(.notAvailable, "\(name)/\(child) vanished")
        }
        return made
    }

    /// The status of the directory itself.
    func ownStatus() throws(KeystoreError) -> FileStatus {
        do throws(SystemError) {
            return try system.status(handle.descriptor)
        } catch { throw error.keystoreError(name) }
    }

    /// The Unix group that shares the directory; nil for a private one.
    func sharingGroup() throws(KeystoreError) -> UInt32? { isShared ? try ownStatus().group : nil }

    /// Hands a directory over to a Unix group: mode 2770.
    func share(with group: UInt32) throws(KeystoreError) {
        do throws(SystemError) {
            try system.setGroup(handle.descriptor, group)
            try system.setMode(handle.descriptor, 0o2770)
            try system.synchronize(handle.descriptor)
        } catch { throw error.keystoreError(name) }
    }

    private static func open(
        _ child: String,
        in directory: Int32?,
        name: String,
        allowsShared: Bool,
        isForeign: Bool = false,
        _ system: any FileSystem,
        _ policy: FilePolicy
    ) throws(KeystoreError) -> Directory? {
        let handle: OpenFile
        let status: FileStatus
        let type: UInt32
        do throws(SystemError) {
            // A user's own directory may be reached by a symbolic link.
            let flags = O_RDONLY | O_DIRECTORY | (isForeign ? 0 : O_NOFOLLOW)
            let descriptor = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.open(child, in: directory, flags: flags, mode: 0)
            }
            handle = OpenFile(descriptor, system)
            status = try handle.status()
            type = try system.fileSystemType(handle.descriptor)
        } catch {
            if error.number == ENOENT { return nil }
            // With O_DIRECTORY and O_NOFOLLOW a symbolic link is reported as "not a directory".
            if error.number == ENOTDIR || error.number == ELOOP {
                throw KeystoreError.unsafeFile(name, "it is a symbolic link, or not a directory")
            }
            throw error.keystoreError(name)
        }
        try policy.checkFileSystem(type, name)
        let isShared = isForeign ? false : try policy.checkDirectory(status, name, allowsShared: allowsShared)
        return Directory(handle, name, isShared: isShared, isForeign: isForeign, system, policy)
    }

    /// The names in the directory, sorted.
    func names() throws(KeystoreError) -> [String] {
        do throws(SystemError) { return try system.names(in: handle.descriptor).sorted() } catch {
            throw error.keystoreError(name)
        }
    }

    // MARK: - Reading

    /// The status of a file; nil if there is none.
    func status(_ file: String) throws(KeystoreError) -> FileStatus? {
        do throws(SystemError) { return try system.status(file, in: handle.descriptor) } catch {
            if error.number == ENOENT { return nil }
            throw error.keystoreError("\(name)/\(file)")
        }
    }

    /// Reads a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - limit: Octets that are read at most; a larger file is refused before anything is allocated.
    ///   - sibling: The name that a second hard link may have.
    /// - Returns: The content and its status.
    /// - Throws: ``KeystoreError`` for a file that is unsafe, too large or unreadable.
    func read(_ file: String, limit: Int, sibling: String? = nil) throws(KeystoreError) -> Content? {
        guard let (handle, status) = try open(file, limit: limit, sibling: sibling) else { return nil }
        var octets = [UInt8](repeating: 0, count: Int(status.size))
        var span = octets.mutableSpan
        let count: Int
        do throws(SystemError) { count = try handle.readAll(into: &span) } catch {
            throw error.keystoreError("\(name)/\(file)")
        }
        octets.removeLast(octets.count - count)
        return Content(octets: octets, status: status, handle: handle)
    }

    /// Reads a file that is a secret; nil if there is none.
    func readSecret(_ file: String, limit: Int) throws(KeystoreError) -> Secret? {
        guard let (handle, status) = try open(file, limit: limit, sibling: nil) else { return nil }
        do throws(SystemError) {
            return try Secret(capacity: Int(status.size)) { (span: inout MutableSpan<UInt8>) throws(SystemError) in
                try handle.readAll(into: &span)
            }
        } catch { throw error.keystoreError("\(name)/\(file)") }
    }

    /// Opens a file for reading and checks it; nil if there is none.
    func open(
        _ file: String,
        limit: Int,
        sibling: String?
    ) throws(KeystoreError) -> (handle: OpenFile, status: FileStatus)? {
        // A link made or dropped between two calls by a writer looks like a foreign hard link: look again.
        for attempt in 0..<100 {
            let handle: OpenFile
            let status: FileStatus
            do throws(SystemError) {
                // O_NONBLOCK keeps a planted FIFO from hanging the reader.
                let descriptor = try OpenFile.uninterrupted { () throws(SystemError) in
                    try system.open(
                        file,
                        in: self.handle.descriptor,
                        flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
                        mode: 0
                    )
                }
                handle = OpenFile(descriptor, system)
                status = try handle.status()
            } catch {
                if error.number == ENOENT { return nil }
                throw error.keystoreError("\(name)/\(file)")
            }
            if isForeign {
                guard status.kind == .regular else {
                    throw KeystoreError.unsafeFile("\(name)/\(file)", "it is not a regular file")
                }
            } else {
                try policy.checkFile(status, "\(name)/\(file)", isShared: isShared)
            }
            guard status.size <= Int64(limit) else {
                throw KeystoreError.damaged("\(name)/\(file)", "it has more than \(limit) bytes")
            }
            // No links at all: replaced since it was opened, and still whole.
            if status.links <= 1 || isForeign { return (handle, status) }
            if status.links == 2, let sibling, let other = try self.status(sibling),
                other.device == status.device, other.inode == status.inode
            {
                return (handle, status)
            }
            if attempt > 90 { usleep(1000) }
        }
        throw KeystoreError.unsafeFile("\(name)/\(file)", "it has other hard links")
    }

    // MARK: - Writing

    /// Opens a file for `flock`, making it if needed, and waits for the lock; closing ends it.
    func lock(_ file: String) throws(KeystoreError) -> OpenFile {
        do throws(SystemError) {
            let descriptor = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.open(
                    file,
                    in: handle.descriptor,
                    flags: O_RDWR | O_CREAT | O_NOFOLLOW,
                    mode: isShared ? 0o660 : 0o600
                )
            }
            let lock = OpenFile(descriptor, system)
            try lock.lock()
            return lock
        } catch { throw error.keystoreError("\(name)/\(file)") }
    }

    /// Writes a temporary file.
    ///
    /// - Parameters:
    ///   - octets: The content.
    ///   - isDurable: Whether to wait until it is down on the disk; not for files that may be lost.
    /// - Returns: Its name.
    /// - Throws: ``KeystoreError`` if the file can't be written.
    func writeTemporary(_ octets: Span<UInt8>, isDurable: Bool = true) throws(KeystoreError) -> String {
        let file = Directory.temporaryPrefix + Hex.encode(try Primitives.random(8))
        do throws(SystemError) {
            try ReplacedFile.writeTemporary(
                octets,
                as: file,
                in: handle.descriptor,
                mode: 0o600,
                exactMode: isShared ? 0o660 : nil,
                isDurable: isDurable,
                system
            )
        } catch { throw error.keystoreError("\(name)/\(file)") }
        return file
    }

    /// Makes a file without a name, which the kernel throws away unless ``publish(_:as:replaces:)`` names it.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the file system has no such files.
    func makeUnnamed() throws(KeystoreError) -> OpenFile {
        do throws(SystemError) {
            let descriptor = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.open(".", in: handle.descriptor, flags: O_RDWR | system_unnamed_file, mode: 0o600)
            }
            return OpenFile(descriptor, system)
        } catch {
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else { throw error.keystoreError(name) }
            throw KeystoreError(
                .unimplemented,
                "the file system of \(name) does not support unnamed files (O_TMPFILE)",
                hint: "choose a directory on ext4, XFS, Btrfs or tmpfs"
            )
        }
    }

    /// Forces a file without a name to the disk and gives it one: wholly, or not at all.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if there is a file of that name and it is not to be replaced.
    func publish(_ file: OpenFile, as newName: String, replaces: Bool) throws(KeystoreError) {
        do throws(SystemError) {
            try system.synchronize(file.descriptor)
            let lock = try OpenFile.uninterrupted { () throws(SystemError) in
                OpenFile(
                    try system.open(".", in: handle.descriptor, flags: O_RDONLY | O_DIRECTORY, mode: 0),
                    system
                )
            }
            defer { withExtendedLifetime(lock) {} }
            try lock.lock()
            // Only who holds the lock makes names of this kind: one that is there was left by a process that died.
            let prefix = isForeign ? ".jeton-tmp-" : Directory.temporaryPrefix
            for name in try system.names(in: handle.descriptor) where name.hasPrefix(prefix) { discard(name) }
            if replaces {
                let temporary = prefix + String(file.descriptor) + "-" + String(getpid())
                try system.link(file.descriptor, as: temporary, in: handle.descriptor)
                do throws(SystemError) {
                    try system.rename(temporary, to: newName, in: handle.descriptor)
                } catch {
                    discard(temporary)
                    throw error
                }
            } else {
                try system.link(file.descriptor, as: newName, in: handle.descriptor)
            }
            try system.synchronize(handle.descriptor)
        } catch {
            if error.number == EEXIST { throw KeystoreError(.duplicateItem, "\(name)/\(newName) exists") }
            throw error.keystoreError("\(name)/\(newName)")
        }
    }

    /// Puts a temporary file in the place of a file and makes that durable.
    ///
    /// When it fails the temporary file may still be there: only the caller knows whether it is needed again.
    ///
    /// - Parameters:
    ///   - temporary: The temporary file's name.
    ///   - file: The name that it gets.
    ///   - previous: The name under which the replaced file stays; nil if it shall go.
    /// - Throws: ``KeystoreError`` if the file can't be written.
    func commit(_ temporary: String, as file: String, previous: String?) throws(KeystoreError) {
        do throws(SystemError) {
            try ReplacedFile.commit(temporary, as: file, previous: previous, in: handle.descriptor, system)
        } catch { throw error.keystoreError("\(name)/\(file)") }
    }

    /// Replaces or makes a file: wholly, or not at all.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - octets: The content.
    ///   - previous: The name under which the replaced file stays; nil if it shall go.
    /// - Throws: ``KeystoreError`` if the file can't be written.
    func replace(_ file: String, with octets: Span<UInt8>, previous: String? = nil) throws(KeystoreError) {
        let temporary = try writeTemporary(octets)
        do throws(KeystoreError) { try commit(temporary, as: file, previous: previous) } catch {
            discard(temporary)
            throw error
        }
    }

    /// Removes a file, if it is there, durably.
    func remove(_ file: String) throws(KeystoreError) {
        do throws(SystemError) {
            try ReplacedFile.tolerating(ENOENT) { () throws(SystemError) in
                try system.unlink(file, in: handle.descriptor)
            }
        } catch { throw error.keystoreError("\(name)/\(file)") }
        try synchronize()
    }

    /// Removes a file as well as possible, where failing does no harm.
    func discard(_ file: String) {
        try? system.unlink(file, in: handle.descriptor)
    }

    /// Gives a file another name without waiting for the disk; for files that may be lost.
    func renameLoosely(_ temporary: String, to file: String) throws(KeystoreError) {
        do throws(SystemError) { try system.rename(temporary, to: file, in: handle.descriptor) } catch {
            discard(temporary)
            throw error.keystoreError("\(name)/\(file)")
        }
    }

    /// Makes the directory's entries durable.
    func synchronize() throws(KeystoreError) {
        do throws(SystemError) { try system.synchronize(handle.descriptor) } catch {
            throw error.keystoreError(name)
        }
    }

    /// Removes what writers that died left behind; the caller holds the directory's lock.
    func removeTemporaries() throws(KeystoreError) {
        for file in try names() where file.hasPrefix(Directory.temporaryPrefix) { discard(file) }
    }
}
