internal import Glibc

/// Writes a file so that a reader sees the old content or the new one, and a crash leaves one of them: new file, fsync,
/// rename, fsync of the directory.
package enum ReplacedFile {
    /// Names of files that are being written start with this; synchronizing programs leave them out.
    package static let temporaryPrefix = ".jeton-temporary-"

    /// A name for a file that is being written, which no other file has.
    package static func temporaryName() -> String {
        // The system's generator is the kernel's.
        temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Replaces or creates a file by the name of its directory.
    ///
    /// - Parameters:
    ///   - octets: The whole content.
    ///   - directory: The directory, which must be there.
    ///   - name: The file's name in it, without a slash.
    ///   - mode: Permission bits, less the process's mask.
    /// - Throws: ``FileError/Code/writeFailed``; the old content is still there then.
    package static func write(_ octets: [UInt8], in directory: String, name: String, mode: UInt32) throws(FileError) {
        let system = LinuxFileSystem()
        let temporary = temporaryName()
        do throws(SystemError) {
            let handle = try open(directory, system)
            defer { withExtendedLifetime(handle) {} }
            try writeTemporary(octets.span, as: temporary, in: handle.descriptor, mode: mode, system)
            do throws(SystemError) {
                try commit(temporary, as: name, previous: nil, in: handle.descriptor, system)
            } catch {
                try? system.unlink(temporary, in: handle.descriptor)
                throw error
            }
        } catch { throw failure(error, "\(directory)/\(name)") }
    }

    /// Makes a directory with mode 0700 and those above it, unless they are there.
    package static func makeDirectory(_ path: String) throws(FileError) {
        if try RegularFile.status(path) != nil { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeDirectory(String(path[..<slash]))
        }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileError(.writeFailed, "mkdir", path, errno)
        }
    }

    /// Makes the names in a directory outlast a loss of power.
    package static func synchronize(_ directory: String) throws(FileError) {
        let system = LinuxFileSystem()
        do throws(SystemError) {
            let handle = try open(directory, system)
            defer { withExtendedLifetime(handle) {} }
            try system.synchronize(handle.descriptor)
        } catch { throw failure(error, directory) }
    }

    // MARK: - In an open directory

    /// Writes a new file; nothing of it stays if that fails.
    ///
    /// - Parameters:
    ///   - octets: The content.
    ///   - name: The name, which no file may have.
    ///   - directory: The directory's descriptor.
    ///   - mode: Permission bits, less the process's mask.
    ///   - exactMode: Permission bits whatever the mask says; nil to leave them.
    ///   - isDurable: Whether to wait until it is down on the disk; not for files that may be lost.
    ///   - system: The system's calls.
    /// - Throws: ``SystemError``.
    package static func writeTemporary(
        _ octets: Span<UInt8>,
        as name: String,
        in directory: Int32,
        mode: UInt32,
        exactMode: UInt32? = nil,
        isDurable: Bool = true,
        _ system: any FileSystem
    ) throws(SystemError) {
        do throws(SystemError) {
            let descriptor = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.open(name, in: directory, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
            }
            let output = OpenFile(descriptor, system)
            if let exactMode { try system.setMode(output.descriptor, exactMode) }
            try output.writeAll(octets)
            if isDurable { try system.synchronize(output.descriptor) }
        } catch {
            try? system.unlink(name, in: directory)
            throw error
        }
    }

    /// Puts a temporary file in the place of a file and makes that durable.
    ///
    /// When it fails the temporary file may still be there: only the caller knows whether it is needed again.
    ///
    /// - Parameters:
    ///   - temporary: The temporary file's name.
    ///   - name: The name that it gets.
    ///   - previous: The name under which the replaced file stays; nil if it goes.
    ///   - directory: The directory's descriptor.
    ///   - system: The system's calls.
    /// - Throws: ``SystemError``.
    package static func commit(
        _ temporary: String,
        as name: String,
        previous: String?,
        in directory: Int32,
        _ system: any FileSystem
    ) throws(SystemError) {
        if let previous {
            try tolerating(ENOENT) { () throws(SystemError) in try system.unlink(previous, in: directory) }
            try tolerating(ENOENT) { () throws(SystemError) in try system.link(name, to: previous, in: directory) }
        }
        try system.rename(temporary, to: name, in: directory)
        try system.synchronize(directory)
    }

    /// Makes a call whose failure for one reason is as good as success.
    package static func tolerating(
        _ number: Int32,
        _ call: () throws(SystemError) -> Void
    ) throws(SystemError) {
        do throws(SystemError) { try call() } catch {
            if error.number != number { throw error }
        }
    }

    private static func open(_ directory: String, _ system: LinuxFileSystem) throws(SystemError) -> OpenFile {
        OpenFile(try system.open(directory, in: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0), system)
    }

    private static func failure(_ error: SystemError, _ path: String) -> FileError {
        FileError(.writeFailed, error.call, path, error.number)
    }
}
