import Glibc
import Octets

/// Writes a file so that a reader sees the old content or the new one, and a crash leaves one of them.
package enum ReplacedFile {
    /// Names of files that are being written start with this; synchronizing programs leave them out.
    package static let temporaryPrefix = ".jeton-temporary-"

    /// Replaces or creates a file: new file, fsync, rename, fsync of the directory.
    ///
    /// - Parameters:
    ///   - octets: The whole content.
    ///   - directory: The directory, which must be there.
    ///   - name: The file's name in it, without a slash.
    ///   - mode: Permission bits, less the process's mask.
    /// - Throws: ``KeystoreError/Code/inputOutput``; the old content is still there then.
    package static func write(_ octets: [UInt8], in directory: String, name: String, mode: UInt32) throws(KeystoreError)
    {
        let temporary = "\(directory)/\(temporaryPrefix)\(Hex.encode(try Primitives.random(8)))"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw RegularFile.systemError("open", temporary) }
        do throws(KeystoreError) {
            defer { close(descriptor) }
            try writeAll(octets, to: descriptor, temporary)
            guard fsync(descriptor) == 0 else { throw RegularFile.systemError("fsync", temporary) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        let path = "\(directory)/\(name)"
        guard unsafe rename(temporary, path) == 0 else {
            let error = RegularFile.systemError("rename", path)
            _ = unsafe unlink(temporary)
            throw error
        }
        try synchronize(directory)
    }

    /// Makes a directory with mode 0700 and those above it, unless they are there.
    package static func makeDirectory(_ path: String) throws(KeystoreError) {
        if try RegularFile.status(path) != nil { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeDirectory(String(path[..<slash]))
        }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw RegularFile.systemError("mkdir", path) }
    }

    private static func writeAll(_ octets: [UInt8], to descriptor: Int32, _ path: String) throws(KeystoreError) {
        var written = 0
        while written < octets.count {
            let count = unsafe octets.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw RegularFile.systemError("write", path)
            }
            written += count
        }
    }

    /// Makes the names in a directory outlast a loss of power.
    package static func synchronize(_ directory: String) throws(KeystoreError) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RegularFile.systemError("open", directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw RegularFile.systemError("fsync", directory) }
    }
}
