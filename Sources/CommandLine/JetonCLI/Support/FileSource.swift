internal import ASN1
internal import Glibc
internal import Octets

/// A file, or the standard input by the name `-`, as a source of octets.
struct FileSource: ByteSource, ~Copyable {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    /// The path as given.
    let path: String
    /// The size in octets, if it is a regular file.
    let size: UInt64?
    private var progress = Progress()
    private var count: UInt64 = 0

    /// Opens a file that the user names, to be read once.
    init(path: String) throws(CommandError) { try self.init(InputFile(path)) }

    /// Opens a file to be read once.
    init(_ file: InputFile) throws(CommandError) {
        let isStandardInput = file.path == "-"
        try self.init(path: file.path, descriptor: isStandardInput ? 0 : file.open(), isStandardInput)
    }

    private init(path: String, descriptor: Int32, _ isStandardInput: Bool) throws(CommandError) {
        var status = stat()
        let isKnown = unsafe !isStandardInput && fstat(descriptor, &status) == 0
        self.path = path
        self.descriptor = descriptor
        ownsDescriptor = !isStandardInput
        size = isKnown && status.st_mode & S_IFMT == S_IFREG ? UInt64(max(0, status.st_size)) : nil
        guard !isKnown || status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandError("\(path) can't be read: it is a directory", exitCode: .inputOutput)
        }
        // The kernel reads ahead further, and memory stays small.
        if !isStandardInput { _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
    }

    deinit {
        progress.remove()
        if ownsDescriptor, descriptor >= 0 { close(descriptor) }
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandError("\(path) can't be read: \(Process.reason(errno))", exitCode: .inputOutput)
            }
            self.count += UInt64(count)
            let (done, total, path) = (self.count, size, path)
            progress.show(FileSource.words(path, done, total))
            if count == 0 { progress.finish() }
            return count
        }
    }

    /// How much has been read.
    private static func words(_ path: String, _ done: UInt64, _ total: UInt64?) -> String {
        let name = path == "-" ? "standard input" : path
        guard let total else { return "\(name): \(done >> 20) MiB read" }
        return "\(name): \(done >> 20) of \(total >> 20) MiB read"
    }

    /// Reads a whole file of at most 64 KiB into a secret.
    static func secret(at path: String) throws -> Secret {
        var source = try FileSource(path: path)
        return try Secret(capacity: 65_537) { target in
            var count = 0
            while count < target.count {
                var rest = target._mutatingExtracting(count..<target.count)
                let added = try source.read(into: &rest)
                if added == 0 { return count }
                count += added
            }
            throw CommandError("\(path) is larger than 64 KiB", exitCode: .inputOutput)
        }
    }

    /// Reads a whole file of at most 64 KiB that no other user can read into a secret.
    static func privateSecret(at path: String) throws -> Secret {
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o066 != 0 {
            throw CommandError(
                "others can read or write \(path)",
                hints: ["chmod 600 \(path)"],
                exitCode: .inputOutput
            )
        }
        return try secret(at: path)
    }

    /// Makes a file of 64 random bytes that no other user can read, unless there is one.
    static func makeKeyFile(at path: String) throws {
        guard !exists(path) else { return }
        // The system's generator is the kernel's.
        let secret = Secret(capacity: 64) { target in
            for index in 0..<target.count { target[index] = UInt8.random(in: 0...255) }
            return target.count
        }
        try FileOutput.write(secret, to: path, force: false)
    }

    /// Whether there is something by that name.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether a path leads to a pipe, which can be read once only.
    static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether a path leads to a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a path is a regular file itself, and no link to one.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names in a directory, in order.
    ///
    /// - Throws: ``CommandError`` with exit code 7 for a directory that can't be read.
    static func names(in directory: String) throws(CommandError) -> [String] {
        guard let stream = unsafe opendir(directory) else {
            throw CommandError("\(directory) can't be read: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        _ = unsafe closedir(stream)
        return names.sorted()
    }

    /// The regular files in a directory and below it, in the order of their names; links are not followed.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - failures: Gets the error of each directory that can't be read; the others are read.
    /// - Returns: The files, each with the path of the directory before its own.
    static func files(below directory: String, _ failures: inout [CommandError]) -> [InputFile] {
        paths(below: directory, &failures).map { InputFile($0, below: directory) }
    }

    private static func paths(below directory: String, _ failures: inout [CommandError]) -> [String] {
        var files: [String] = []
        let base = directory.hasSuffix("/") ? directory : directory + "/"
        let found: [String]
        do throws(CommandError) {
            found = try names(in: directory)
        } catch {
            failures.append(error)
            return []
        }
        for name in found {
            var status = stat()
            guard unsafe lstat(base + name, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFREG { files.append(base + name) }
            if status.st_mode & S_IFMT == S_IFDIR { files += paths(below: base + name, &failures) }
        }
        return files
    }

    /// Reads a whole file of at most `limit` octets.
    static func contents(of path: String, limit: Int) throws -> [UInt8] {
        var source = try FileSource(path: path)
        return try source.contents(limit: limit)
    }

    /// Reads the rest of the file, at most `limit` bytes.
    mutating func contents(limit: Int) throws -> [UInt8] {
        var contents: [UInt8] = []
        // One byte more than the file has, so that its end shows.
        let room = size.map { Int(min($0, 65_535)) + 1 } ?? 65_536
        var buffer = [UInt8](repeating: 0, count: room)
        while true {
            var span = buffer.mutableSpan
            let count = try read(into: &span)
            if count == 0 { return contents }
            contents += buffer[..<count]
            guard contents.count <= limit else {
                throw CommandError("\(path) is larger than \(limit) bytes", exitCode: .inputOutput)
            }
        }
    }
}
