package import Glibc

/// Reads small files whole, with a limit, and only regular ones.
package enum RegularFile {
    /// What the file system says of a file.
    package struct Status: Hashable, Sendable {
        /// The owner.
        package let owner: UInt32
        /// The group.
        package let group: UInt32
        /// Type and permission bits.
        package let mode: UInt32
        /// Names that the file has; 0 once it was deleted.
        package let linkCount: UInt64
        /// The device and the number on it, which name the file's content.
        package let device: UInt64
        /// The number on the device.
        package let inode: UInt64
        /// Octets.
        package let size: Int64

        /// Whether others than the owner may write.
        package var isWritableByOthers: Bool { mode & 0o022 != 0 }

        package init(_ status: stat) {
            owner = status.st_uid
            group = status.st_gid
            mode = status.st_mode
            linkCount = UInt64(status.st_nlink)
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
        }
    }

    /// The whole content of a file; nil if there is no such file.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is followed.
    ///   - limit: Octets that are accepted.
    ///   - accepts: Judges the open file before it is read.
    /// - Returns: The content.
    /// - Throws: ``KeystoreError/Code/inputOutput``, or what `accepts` throws.
    package static func read(
        _ path: String,
        limit: Int,
        accepts: (Status) throws(KeystoreError) -> Void = { _ throws(KeystoreError) in }
    ) throws(KeystoreError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw systemError("open", path)
        }
        return try read(descriptor, path, limit: limit, accepts: accepts)
    }

    /// The whole content of an open file, which is closed.
    ///
    /// - Throws: As ``read(_:limit:accepts:)``.
    package static func read(
        _ descriptor: Int32,
        _ path: String,
        limit: Int,
        accepts: (Status) throws(KeystoreError) -> Void = { _ throws(KeystoreError) in }
    ) throws(KeystoreError) -> [UInt8] {
        defer { close(descriptor) }
        let status = try self.status(descriptor, path)
        guard status.mode & S_IFMT == S_IFREG else {
            throw KeystoreError(.inputOutput, "'\(path)' is not a regular file")
        }
        try accepts(status)
        var octets: [UInt8] = []
        octets.reserveCapacity(Int(clamping: min(status.size, Int64(limit))))
        try forEachBlock(descriptor, path) { (block) throws(KeystoreError) in
            guard octets.count + block.count <= limit else {
                throw KeystoreError(.inputOutput, "'\(path)' is larger than \(limit) octets")
            }
            octets.append(contentsOf: block)
        }
        return octets
    }

    /// Reads an open file to its end.
    package static func forEachBlock(
        _ descriptor: Int32,
        _ path: String,
        _ body: (ArraySlice<UInt8>) throws(KeystoreError) -> Void
    ) throws(KeystoreError) {
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw systemError("read", path)
            }
            try body(block[..<count])
        }
    }

    /// What the file system says of an open file.
    package static func status(_ descriptor: Int32, _ path: String) throws(KeystoreError) -> Status {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw systemError("fstat", path) }
        return Status(status)
    }

    /// What the file system says of a name; nil if there is no such file.
    package static func status(_ path: String) throws(KeystoreError) -> Status? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw systemError("stat", path)
        }
        return Status(status)
    }

    /// The error of a system call that has just failed, named with the file.
    package static func systemError(_ function: String, _ path: String) -> KeystoreError {
        let number = errno
        let words = unsafe String(cString: strerror(number))
        return KeystoreError(.inputOutput, "\(function) failed on '\(path)': \(words)")
    }
}
