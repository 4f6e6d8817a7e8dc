import CJetonSystem

#if canImport(Glibc)
    import Glibc
#endif

/// The system's own calls.
package struct LinuxFileSystem: FileSystem {
    package init() {}

    package func open(_ name: String, in directory: Int32?, flags: Int32, mode: UInt32) throws(SystemError) -> Int32 {
        let descriptor = unsafe openat(directory ?? AT_FDCWD, name, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError("open") }
        return descriptor
    }

    package func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    package func read(_ descriptor: Int32, into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        let count = unsafe span.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw SystemError("read") }
        return count
    }

    package func read(
        _ descriptor: Int32,
        at offset: Int64,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Int {
        let count = unsafe span.withUnsafeMutableBytes {
            unsafe Glibc.pread(descriptor, $0.baseAddress, $0.count, Int(offset))
        }
        guard count >= 0 else { throw SystemError("pread") }
        return count
    }

    package func write(_ descriptor: Int32, _ span: Span<UInt8>) throws(SystemError) -> Int {
        let count = unsafe span.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw SystemError("write") }
        return count
    }

    package func synchronize(_ descriptor: Int32) throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError("fsync") }
    }

    package func status(_ descriptor: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError("fstat") }
        return FileStatus(status)
    }

    package func status(_ name: String, in directory: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw SystemError("fstatat") }
        return FileStatus(status)
    }

    package func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        guard unsafe renameat(directory, name, directory, newName) == 0 else { throw SystemError("rename") }
    }

    package func link(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        guard unsafe linkat(directory, name, directory, newName, 0) == 0 else { throw SystemError("link") }
    }

    package func link(_ descriptor: Int32, as name: String, in directory: Int32) throws(SystemError) {
        // AT_EMPTY_PATH would need a capability; this way needs procfs.
        guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", directory, name, AT_SYMLINK_FOLLOW) == 0 else {
            throw SystemError("linkat")
        }
    }

    package func unlink(_ name: String, in directory: Int32) throws(SystemError) {
        guard unsafe unlinkat(directory, name, 0) == 0 else { throw SystemError("unlink") }
    }

    package func makeDirectory(_ name: String, in directory: Int32?, mode: UInt32) throws(SystemError) {
        guard unsafe mkdirat(directory ?? AT_FDCWD, name, mode) == 0 else { throw SystemError("mkdir") }
    }

    package func setMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) {
        guard fchmod(descriptor, mode) == 0 else { throw SystemError("fchmod") }
    }

    package func setGroup(_ descriptor: Int32, _ group: UInt32) throws(SystemError) {
        guard fchown(descriptor, uid_t.max, group) == 0 else { throw SystemError("fchown") }
    }

    package func names(in descriptor: Int32) throws(SystemError) -> [String] {
        // A stream takes over its descriptor and the directory's position is shared by copies: open it anew.
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw SystemError("open") }
        guard let stream = unsafe fdopendir(copy) else {
            let error = SystemError("fdopendir")
            _ = Glibc.close(copy)
            throw error
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemError("readdir") }
        return names
    }

    package func lock(_ descriptor: Int32) throws(SystemError) {
        guard flock(descriptor, LOCK_EX) == 0 else { throw SystemError("flock") }
    }

    package func fileSystemType(_ descriptor: Int32) throws(SystemError) -> UInt32 {
        var type: UInt32 = 0
        guard unsafe system_file_system_type(descriptor, &type) == 0 else { throw SystemError("fstatfs") }
        return type
    }
}

extension FileStatus {
    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        links = UInt64(status.st_nlink)
        size = Int64(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }
}
