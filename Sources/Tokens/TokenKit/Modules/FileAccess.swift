internal import Glibc

/// The few file operations that finding modules needs.
///
/// By the C library alone, since `jeton list` must start in milliseconds. All block, and all may be called from any
/// thread.
package enum FileAccess {
    /// What makes two paths the same file.
    struct Identity: Hashable, Sendable {
        let device: UInt
        let inode: UInt
    }

    /// The identity of a regular file, links followed; nil if there is none or it is something else.
    static func identity(ofFile path: String) -> Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }

    /// Whether a path leads to a directory.
    static func isDirectory(_ path: String) throws(SystemFailure) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// The octets of a regular file.
    ///
    /// - Throws: `EINVAL` if it is not a regular file, `EFBIG` if it has more than `limit` octets.
    package static func contents(of path: String, limit: Int) throws(SystemFailure) -> [UInt8] {
        // Without O_NONBLOCK a FIFO of that name would hold up the caller for ever.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(number: EINVAL) }
        var octets: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count == 0 { return octets }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .last
            }
            guard octets.count + count <= limit else { throw SystemFailure(number: EFBIG) }
            octets += chunk.prefix(count)
        }
    }

    /// The names in a directory in the order of their octets, `.` and `..` left out; those that are not UTF-8 come with
    /// replacement characters and so can't be opened.
    ///
    /// - Throws: `E2BIG` if there are more than `limit`.
    package static func names(in directory: String, limit: Int) throws(SystemFailure) -> [String] {
        guard let stream = unsafe opendir(directory) else { throw .last }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = unsafe String(cString: start)
            if name == "." || name == ".." { continue }
            guard names.count < limit else { throw SystemFailure(number: E2BIG) }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
