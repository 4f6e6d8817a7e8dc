internal import CJetonSystem
internal import Glibc

/// A file that appears whole or not at all.
///
/// The bytes go to a file without a name in the same directory, which the kernel throws away with the process, and get
/// the name at the end. Where the file system has no such files, a hidden name is used and removed on every path.
///
/// What goes to a stream instead, such as the standard output, is set aside in such a file too, and handed over at the
/// end.
public struct FileOutput: ~Copyable {
    /// After how many bytes the system is told to begin writing them to the disk: 8 MiB.
    private static let writeAhead: UInt64 = 8 << 20

    private let descriptor: Int32
    private let path: String
    private let parent: ParentDirectory
    private let temporaryName: String?
    private let isForced: Bool
    /// Takes the bytes at the end; nil for a file that gets a name.
    private let stream: ((Span<UInt8>) throws -> Void)?
    private var isPublished = false
    private var isReserved = false
    /// How many bytes were written.
    public private(set) var count: UInt64 = 0
    /// How many of the bytes the system was told to begin writing.
    private var begun: UInt64 = 0

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where the file goes.
    ///   - directory: Where the file was found next to which this one goes: below it no link is followed.
    ///   - force: Whether an existing file of that name may be replaced; otherwise it is an error, now and at the end.
    ///   - isPrivate: Whether only the user may read the file.
    /// - Throws: ``FileError/Code/exists``, ``FileError/Code/notRegular``, ``FileError/Code/notUTF8``;
    ///   ``FileError/Code/writeFailed`` if its directory can't be written.
    public init(
        at path: String,
        below directory: String? = nil,
        force: Bool,
        isPrivate: Bool = false
    ) throws(FileError) {
        self.path = path
        isForced = force
        stream = nil
        parent = ParentDirectory(of: path, below: directory)
        try UndecodedPath.refuse(path, "can't be written")
        guard parent.descriptor >= 0 else { throw FileError(.writeFailed, "open", path, errno) }
        guard !parent.name.isEmpty else { throw FileOutput.notAFile(path) }
        var status = stat()
        if unsafe fstatat(parent.descriptor, parent.name, &status, 0) == 0 {
            // A rename would put a file in the place of a device: of /dev/null, say.
            guard status.st_mode & S_IFMT == S_IFREG else { throw FileOutput.notAFile(path) }
            guard force else { throw FileOutput.exists(path) }
        } else if errno == ENAMETOOLONG {
            // Found out only when the file gets its name, all that was made for it would be lost.
            throw FileError(.writeFailed, "fstatat", path, errno)
        }
        (descriptor, temporaryName) = try FileOutput.openTemporary(
            in: parent,
            for: path,
            mode: isPrivate ? 0o600 : 0o666
        )
    }

    /// Opens an output that is handed to a stream whole.
    ///
    /// - Parameters:
    ///   - name: What errors call the stream.
    ///   - directory: Where the bytes are set aside meanwhile, such as `/tmp`.
    ///   - stream: Takes the bytes at the end, piece by piece.
    /// - Throws: ``FileError/Code/writeFailed`` if the directory can't be written.
    public init(
        named name: String,
        setAsideIn directory: String,
        _ stream: @escaping (Span<UInt8>) throws -> Void
    ) throws(FileError) {
        path = name
        isForced = false
        self.stream = stream
        parent = ParentDirectory(of: directory + "/-")
        (descriptor, temporaryName) = try FileOutput.openTemporary(in: parent, for: directory, mode: 0o600)
    }

    private static func openTemporary(
        in parent: borrowing ParentDirectory,
        for path: String,
        mode: mode_t
    ) throws(FileError) -> (Int32, String?) {
        var descriptor = unsafe openat(parent.descriptor, ".", system_unnamed_file | O_RDWR | O_CLOEXEC, mode)
        var temporary: String?
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
            let name = FileOutput.hiddenName
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            descriptor = unsafe openat(parent.descriptor, name, flags, mode)
            temporary = name
        }
        guard descriptor >= 0 else { throw FileError(.writeFailed, "openat", path, errno) }
        return (descriptor, temporary)
    }

    /// A unique short name for a file until it gets its own, which may be as long as the file system allows.
    private static var hiddenName: String { ".jeton-\(String(UInt64.random(in: .min ... .max), radix: 36))" }

    deinit {
        if let temporaryName, !isPublished { unsafe unlinkat(parent.descriptor, temporaryName, 0) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds bytes at the end.
    ///
    /// - Throws: ``FileError/Code/writeFailed``.
    public mutating func write(_ octets: Span<UInt8>) throws(FileError) {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileError(.writeFailed, "write", path, errno) }
            offset += written
        }
        count += UInt64(offset)
        // So the disk works while the rest is made, and the fsync at the end has little left to wait for.
        if stream == nil, count - begun >= FileOutput.writeAhead {
            system_begin_writing(descriptor, begun, count - begun)
            begun = count
        }
    }

    /// Takes room on the disk, so that as many bytes can be written later although the disk is full by then.
    ///
    /// - Throws: ``FileError/Code/writeFailed`` if the disk does not have it.
    package mutating func reserve(_ size: Int64) throws(FileError) {
        let failure = posix_fallocate(descriptor, 0, off_t(size))
        guard ![ENOSPC, EDQUOT, EFBIG, EIO].contains(failure) else {
            throw FileError(.writeFailed, "posix_fallocate", path, failure)
        }
        isReserved = true
    }

    /// Reads from the beginning what was written, before it gets its name.
    ///
    /// Used up before the output ends.
    public func written() -> WrittenFile { WrittenFile(descriptor: descriptor, path: path) }

    /// The same: a file is read at places of the reader's own, while it grows too.
    public func following() -> WrittenFile? { written() }

    /// A separate descriptor of what was written so far.
    ///
    /// - Throws: ``FileError/Code/writeFailed``.
    package func duplicate() throws(FileError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileError(.writeFailed, "fcntl", path, errno) }
        return copy
    }

    /// Gives the file its name, durably, or hands the bytes to the stream.
    ///
    /// - Throws: ``FileError/Code/exists`` if a file of that name has appeared meanwhile and may not be replaced;
    ///   ``FileError/Code/writeFailed``; what the stream throws. No file has the name then.
    public consuming func publish() throws {
        if let stream { return try hand(to: stream) }
        try nameFile()
    }

    private mutating func nameFile() throws(FileError) {
        if isReserved, ftruncate(descriptor, off_t(count)) != 0 { throw failure("ftruncate") }
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
        if let temporaryName {
            try rename(temporaryName)
            isPublished = true
        } else {
            try link()
        }
        parent.synchronize()
    }

    /// Gives a file without a name its own.
    private func link() throws(FileError) {
        let (directory, name) = (parent.descriptor, parent.name)
        let anonymous = "/proc/self/fd/\(descriptor)"
        if unsafe linkat(AT_FDCWD, anonymous, directory, name, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST else { throw failure("linkat") }
        guard isForced else { throw FileOutput.exists(path) }
        // An existing file can be replaced by a rename only, so the new one gets a name next to it first.
        let beside = FileOutput.hiddenName
        guard unsafe linkat(AT_FDCWD, anonymous, directory, beside, AT_SYMLINK_FOLLOW) == 0 else {
            throw failure("linkat")
        }
        guard unsafe renameat(directory, beside, directory, name) == 0 else {
            let error = failure("renameat")
            unsafe unlinkat(directory, beside, 0)
            throw error
        }
    }

    /// Gives a file with a hidden name its own.
    private func rename(_ temporaryName: String) throws(FileError) {
        let (directory, name) = (parent.descriptor, parent.name)
        if isForced {
            guard unsafe renameat(directory, temporaryName, directory, name) == 0 else { throw failure("renameat") }
            return
        }
        guard unsafe linkat(directory, temporaryName, directory, name, 0) == 0 else {
            throw errno == EEXIST ? FileOutput.exists(path) : failure("linkat")
        }
        unsafe unlinkat(directory, temporaryName, 0)
    }

    private func hand(to stream: (Span<UInt8>) throws -> Void) throws {
        var source = written()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            var span = buffer.mutableSpan
            let count = try source.read(into: &span)
            if count == 0 { return }
            try stream(buffer.span.extracting(first: count))
        }
    }

    private static func exists(_ path: String) -> FileError { FileError(.exists, path, "\(path) exists") }

    private static func notAFile(_ path: String) -> FileError {
        FileError(.notRegular, path, "\(path) exists and is not a regular file")
    }

    /// The error of a call that has just failed.
    private func failure(_ function: String) -> FileError { FileError(.writeFailed, function, path, errno) }
}
