internal import ASN1
internal import CMS
internal import CSystem
internal import Diagnostics
internal import Glibc
internal import Octets
internal import SigningDesk
internal import X509

/// A file that appears whole or not at all; the standard output by the name `-`.
///
/// What goes to the standard output is set aside first, like a file, and written at the end. The octets go to a file
/// without a name in the same directory, which the kernel throws away with the process, and get the name at the end. Where
/// the file system has no such files, a hidden name is used and removed on every path.
struct FileOutput: SignatureOutput, ~Copyable {
    // O_TMPFILE, which glibc shows to programs of GNU's own dialect only: __O_TMPFILE and O_DIRECTORY.
    private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY

    /// After how many bytes the system is told to begin writing them to the disk: 8 MiB.
    private static let writeAhead: UInt64 = 8 << 20

    private let descriptor: Int32
    private let path: String
    private let parent: ParentDirectory
    private let temporaryName: String?
    private let isForced: Bool
    /// What to do about a file of that name.
    private let existsHint: String
    private var isPublished = false
    private var isReserved = false
    private(set) var count: UInt64 = 0
    /// How many of the bytes the system was told to begin writing.
    private var begun: UInt64 = 0
    /// Whether the name is `-`.
    private var isStandardOutput: Bool { path == "-" }

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be; `-` for the standard output.
    ///   - directory: Where the file was found beside which this one is to be: below it no link is followed.
    ///   - force: Whether a file of that name may be replaced; otherwise it is an error, now and at the end.
    ///   - isPrivate: Whether only the user may read the file.
    ///   - existsHint: What to do about a file of that name, where the command has no --force.
    /// - Throws: ``CommandError`` if the file exists or its directory can't be written.
    init(
        path: String,
        below directory: String? = nil,
        force: Bool,
        isPrivate: Bool = false,
        existsHint: String = "--force replaces it"
    ) throws(CommandError) {
        self.path = path
        isForced = force
        self.existsHint = existsHint
        if path == "-" {
            let directory = Process.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
            parent = ParentDirectory(of: directory + "/-")
            (descriptor, temporaryName) = try FileOutput.openTemporary(in: parent, for: directory, mode: 0o600)
            return
        }
        parent = ParentDirectory(of: path, below: directory)
        guard parent.descriptor >= 0 else { throw FileOutput.failure(path) }
        guard !parent.name.isEmpty else { throw FileOutput.notAFile(path) }
        var status = stat()
        if unsafe fstatat(parent.descriptor, parent.name, &status, 0) == 0 {
            // With --force a rename would put a file in the place of a device: of /dev/null, say.
            guard status.st_mode & S_IFMT == S_IFREG else { throw FileOutput.notAFile(path) }
            guard force else { throw FileOutput.exists(path, existsHint) }
        }
        (descriptor, temporaryName) = try FileOutput.openTemporary(
            in: parent,
            for: path,
            mode: isPrivate ? 0o600 : 0o666
        )
    }

    /// Opens what replaces a file, or is written elsewhere.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - target: Where else; nil to replace the file.
    ///   - force: Whether a file elsewhere may be replaced.
    /// - Throws: As ``init(path:below:force:isPrivate:existsHint:)``.
    init(_ file: InputFile, or target: String?, force: Bool) throws(CommandError) {
        try self.init(
            path: target ?? file.path,
            below: target == nil ? file.directory : nil,
            force: target == nil || force
        )
    }

    private static func openTemporary(
        in parent: borrowing ParentDirectory,
        for path: String,
        mode: mode_t
    ) throws(CommandError) -> (Int32, String?) {
        var descriptor = unsafe openat(parent.descriptor, ".", unnamed | O_RDWR | O_CLOEXEC, mode)
        var temporary: String?
        if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
            let name = ".jeton-\(String(UInt64.random(in: .min ... .max), radix: 36))"
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            descriptor = unsafe openat(parent.descriptor, name, flags, mode)
            temporary = name
        }
        guard descriptor >= 0 else { throw failure(path) }
        return (descriptor, temporary)
    }

    deinit {
        if let temporaryName, !isPublished { unsafe unlinkat(parent.descriptor, temporaryName, 0) }
        if descriptor >= 0 { close(descriptor) }
    }

    mutating func write(_ octets: Span<UInt8>) throws {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileOutput.failure(path) }
            offset += written
        }
        count += UInt64(offset)
        // So the disk works while the rest is made, and the fsync at the end has little left to wait for.
        if !isStandardOutput, count - begun >= FileOutput.writeAhead {
            system_begin_writing(descriptor, begun, count - begun)
            begun = count
        }
    }

    /// Takes room on the disk, so that as many bytes can be written later although the disk is full by then.
    ///
    /// - Throws: ``CommandError`` with exit code 7 if the disk does not have it.
    mutating func reserve(_ size: Int64) throws(CommandError) {
        let failure = posix_fallocate(descriptor, 0, off_t(size))
        guard ![ENOSPC, EDQUOT, EFBIG, EIO].contains(failure) else {
            errno = failure
            throw FileOutput.failure(path)
        }
        isReserved = true
    }

    /// Reads from the beginning what was written, before it gets its name.
    func written() -> WrittenFile { WrittenFile(descriptor: descriptor, path: path) }

    /// The same: a file is read at places of the reader's own, while it grows too.
    func following() -> WrittenFile? { written() }

    /// A descriptor of its own for what was written so far.
    func duplicate() throws(CommandError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileOutput.failure(path) }
        return copy
    }

    /// Gives the file its name, durably, or writes it to the standard output.
    consuming func publish() throws {
        if isStandardOutput { return try copyToStandardOutput() }
        if isReserved, ftruncate(descriptor, off_t(count)) != 0 { throw FileOutput.failure(path) }
        guard fsync(descriptor) == 0 else { throw FileOutput.failure(path) }
        if let temporaryName {
            try publish(temporaryName)
            isPublished = true
            return
        }
        let (directory, name) = (parent.descriptor, parent.name)
        let anonymous = "/proc/self/fd/\(descriptor)"
        if unsafe linkat(AT_FDCWD, anonymous, directory, name, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST else { throw FileOutput.failure(path) }
        guard isForced else { throw FileOutput.exists(path, existsHint) }
        // An existing file can be replaced by a rename only, so the new one gets a name beside it first.
        let beside = name + ".jeton-new-\(getpid())"
        guard unsafe linkat(AT_FDCWD, anonymous, directory, beside, AT_SYMLINK_FOLLOW) == 0 else {
            throw FileOutput.failure(path)
        }
        guard unsafe renameat(directory, beside, directory, name) == 0 else {
            let error = FileOutput.failure(path)
            unsafe unlinkat(directory, beside, 0)
            throw error
        }
    }

    private func copyToStandardOutput() throws {
        var source = written()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            var span = buffer.mutableSpan
            let count = try source.read(into: &span)
            if count == 0 { return }
            try Console.write(buffer.span.extracting(first: count))
        }
    }

    private func publish(_ temporaryName: String) throws(CommandError) {
        let (directory, name) = (parent.descriptor, parent.name)
        if isForced {
            guard unsafe renameat(directory, temporaryName, directory, name) == 0 else {
                throw FileOutput.failure(path)
            }
            return
        }
        guard unsafe linkat(directory, temporaryName, directory, name, 0) == 0 else {
            throw errno == EEXIST ? FileOutput.exists(path, existsHint) : FileOutput.failure(path)
        }
        unsafe unlinkat(directory, temporaryName, 0)
    }

    /// Writes a whole small file, or to the standard output by the name `-`.
    static func write(_ octets: [UInt8], to path: String, force: Bool) throws {
        if path == "-" { return try Console.write(octets.span) }
        var output = try FileOutput(path: path, force: force)
        try output.write(octets.span)
        try output.publish()
    }

    /// Writes a secret to a file that no other user can read, or straight to the standard output by the name `-`.
    static func write(_ secret: borrowing Secret, to path: String, force: Bool) throws {
        if path == "-" { return try secret.withBytes { try Console.write($0) } }
        var output = try FileOutput(path: path, force: force, isPrivate: true)
        try secret.withBytes { try output.write($0) }
        try output.publish()
    }

    /// Refuses a directory for outputs that is not there.
    static func checkDirectory(_ path: String) throws(CommandError) {
        guard !FileSource.isDirectory(path) else { return }
        guard !FileSource.exists(path) else { throw .notFound("\(path) is not a directory") }
        let command: ShellCommand = "mkdir \(path)"
        throw .notFound("no directory '\(path)'", hints: ["`\(command.text)` makes it"])
    }

    private static func exists(_ path: String, _ hint: String) -> CommandError {
        CommandError("\(path) exists", hints: [hint], exitCode: .inputOutput)
    }

    private static func notAFile(_ path: String) -> CommandError {
        CommandError(
            "\(path) exists and is not a regular file",
            hints: ["`--out -` writes to the standard output"],
            exitCode: .inputOutput
        )
    }

    private static func failure(_ path: String) -> CommandError {
        let reason = errno
        var error = CommandError("\(path) can't be written: \(Process.reason(reason))", exitCode: .inputOutput)
        error.isLasting = [ENOSPC, EDQUOT, EROFS, EIO].contains(reason)
        return error
    }
}
