import Glibc
import JetonFiles

/// Files of mode 0600 in directories of mode 0700, replaced whole.
enum JobFiles {
    /// The content of a file; nil if there is no such file.
    static func read(_ path: String, limit: Int) throws(JobStorageError) -> [UInt8]? {
        try stored { () throws(FileError) in try RegularFile.read(path, limit: limit) }
    }

    /// Refuses a file that others than the user and root can write to or replace: whose jobs are taken is the user's word.
    static func refuseChanged(_ path: String) throws(JobStorageError) {
        if let weakness = FileTrust.weakness(of: path, trusting: geteuid()) {
            throw JobStorageError("'\(path)' is not trusted: \(weakness)")
        }
    }

    /// The last bytes of a file, at most `count`.
    static func readEnd(_ path: String, count: Int) throws(JobStorageError) -> [UInt8] {
        let system = LinuxFileSystem()
        do throws(SystemError) {
            let file = OpenFile(try system.open(path, in: nil, flags: O_RDONLY | O_NOFOLLOW, mode: 0), system)
            let size = try file.status().size
            let wanted = min(Int64(count), max(0, size))
            var octets = [UInt8](repeating: 0, count: Int(wanted))
            var span = octets.mutableSpan
            let taken = try file.readAll(at: size - wanted, into: &span)
            return Array(octets.prefix(taken))
        } catch {
            throw JobStorageError("\(error.context(path))")
        }
    }

    /// Replaces or makes a file; it is on the disk when this returns.
    static func write(_ octets: [UInt8], in directory: String, name: String) throws(JobStorageError) {
        try stored { () throws(FileError) in
            try ReplacedFile.makeDirectory(directory)
            try ReplacedFile.write(octets, in: directory, name: name, mode: 0o600)
        }
    }

    /// Makes the names in a directory outlast a loss of power.
    static func synchronize(_ directory: String) throws(JobStorageError) {
        try stored { () throws(FileError) in try ReplacedFile.synchronize(directory) }
    }

    /// Makes a directory.
    static func makeDirectory(_ path: String) throws(JobStorageError) {
        try stored { () throws(FileError) in try ReplacedFile.makeDirectory(path) }
    }

    /// The names in a directory; none if it is not there.
    static func names(in directory: String) throws(JobStorageError) -> [String] {
        let system = LinuxFileSystem()
        do throws(SystemError) {
            let handle = OpenFile(
                try system.open(directory, in: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0),
                system
            )
            defer { withExtendedLifetime(handle) {} }
            return try system.names(in: handle.descriptor)
        } catch {
            if error.number == ENOENT { return [] }
            throw JobStorageError("\(error.context(directory))")
        }
    }

    private static func stored<Result>(_ body: () throws(FileError) -> Result) throws(JobStorageError) -> Result {
        do { return try body() } catch {
            throw JobStorageError(error.context)
        }
    }
}
