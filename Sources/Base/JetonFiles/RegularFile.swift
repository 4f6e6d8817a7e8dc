internal import Glibc

/// Reads small files whole, with a limit, and only regular ones.
package enum RegularFile {
    /// The whole content of a file; nil if the file does not exist.
    ///
    /// - Parameters:
    ///   - path: The file; a symbolic link is followed.
    ///   - limit: Bytes that are accepted.
    /// - Returns: The content.
    /// - Throws: ``FileError/Code/readFailed``, ``FileError/Code/notRegular``, ``FileError/Code/tooLarge``.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        guard let descriptor = try open(path) else { return nil }
        return try read(descriptor, path, limit: limit)
    }

    /// Opens a file, without waiting for the other end of a pipe; nil if the file does not exist.
    ///
    /// - Returns: The descriptor, which the caller closes.
    /// - Throws: ``FileError/Code/readFailed``.
    package static func open(_ path: String) throws(FileError) -> Int32? {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if descriptor >= 0 { return descriptor }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw FileError(.readFailed, "open", path, errno)
    }

    /// The whole content of an open file, which is closed.
    ///
    /// - Throws: As ``read(_:limit:)``.
    package static func read(_ descriptor: Int32, _ path: String, limit: Int) throws(FileError) -> [UInt8] {
        defer { close(descriptor) }
        let status = try self.status(descriptor, path)
        guard status.kind == .regular else { throw FileError(.notRegular, path, "'\(path)' is not a regular file") }
        var octets: [UInt8] = []
        octets.reserveCapacity(Int(clamping: min(status.size, Int64(limit))))
        try forEachBlock(descriptor, path) { (block) throws(FileError) in
            guard octets.count + block.count <= limit else {
                throw FileError(.tooLarge, path, "'\(path)' is larger than \(limit) bytes")
            }
            octets.append(contentsOf: block)
        }
        return octets
    }

    /// Reads an open file to its end.
    ///
    /// - Throws: ``FileError/Code/readFailed``, or what `body` throws.
    package static func forEachBlock(
        _ descriptor: Int32,
        _ path: String,
        _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
    ) throws(FileError) {
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(.readFailed, "read", path, errno)
            }
            try body(block[..<count])
        }
    }

    /// The status of an open file.
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    package static func status(_ descriptor: Int32, _ path: String) throws(FileError) -> FileStatus {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.readFailed, "fstat", path, errno) }
        return FileStatus(status)
    }

    /// The status of the file that a name leads to; nil if the file does not exist.
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    package static func status(_ path: String) throws(FileError) -> FileStatus? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(.readFailed, "stat", path, errno)
        }
        return FileStatus(status)
    }
}
