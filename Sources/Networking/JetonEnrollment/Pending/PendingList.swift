import Glibc
package import JetonFiles
import JetonJSON
import JetonOctets

/// The requests that wait for their certificates: a file each, named by the SHA-1 identifier of the key.
///
/// A request is on the disk before it is sent, and its file goes when the certificate has been read back from the
/// token; each change replaces the file as a whole. Files have mode 0600 in a directory of mode 0700.
package struct PendingList: Sendable {
    /// The largest file, in bytes.
    private static let sizeLimit = 16 << 20
    private static let suffix = ".request"

    /// The directory.
    package let directory: String

    /// Names a directory; it is made when a request is kept.
    package init(directory: String) { self.directory = directory }

    // MARK: - Reading

    /// The summaries of all requests, the oldest first, and the names of files that are damaged.
    ///
    /// - Throws: ``EnrollmentError/Code/notStored`` if the directory can't be read.
    package func summaries() throws(EnrollmentError) -> (requests: [PendingSummary], damaged: [String]) {
        var requests: [PendingSummary] = []
        var damaged: [String] = []
        guard let directory = try openDirectory() else { return ([], []) }
        // One block for all files: there may be thousands, and their first lines are short.
        var block = [UInt8](repeating: 0, count: 4_096)
        var texts: Set<String> = []
        for name in try names(in: directory) {
            guard let octets = try start(of: name, in: directory, &block) else { continue }
            var reader = JSONReader(octets)
            if let line = try? reader.readLine(), var summary = try? PendingSummary(line.value),
                PendingList.name(summary.keyIdentifier) == name
            {
                summary.share(&texts)
                requests.append(summary)
            } else {
                damaged.append(name)
            }
        }
        requests.sort {
            $0.created == $1.created
                ? $0.keyIdentifier.lexicographicallyPrecedes($1.keyIdentifier) : $0.created < $1.created
        }
        return (requests, damaged)
    }

    /// The identifiers of the requests whose first digits are given, in hexadecimal; the files are not read.
    ///
    /// - Throws: ``EnrollmentError/Code/notStored`` if the directory can't be read.
    package func identifiers(startingWith digits: String) throws(EnrollmentError) -> [String] {
        guard let directory = try openDirectory() else { return [] }
        return try names(in: directory).filter {
            $0.hasPrefix(digits) && $0.utf8.count == 40 + PendingList.suffix.count
        }
        .map { String($0.prefix(40)) }.sorted()
    }

    /// One request; nil if none is pending for the key.
    ///
    /// - Throws: ``EnrollmentError/Code/damaged``, ``EnrollmentError/Code/notStored``.
    package func request(_ keyIdentifier: [UInt8]) throws(EnrollmentError) -> PendingRequest? {
        let name = PendingList.name(keyIdentifier)
        guard let octets = try read(name) else { return nil }
        let request = try PendingRequest(file: octets, name: name)
        guard request.keyIdentifier == keyIdentifier else {
            let context = "the pending request '\(name)' belongs to another key"
            throw EnrollmentError(.damaged, context, request: String(name.prefix(8)))
        }
        return request
    }

    // MARK: - Changing

    /// Keeps other processes from changing the list until the result is released.
    ///
    /// - Throws: ``EnrollmentError/Code/notStored``.
    package func lock() throws(EnrollmentError) -> OpenFile {
        try stored { () throws(FileError) in try ReplacedFile.makeDirectory(directory) }
        let system = LinuxFileSystem()
        do throws(SystemError) {
            let flags = O_RDONLY | O_DIRECTORY
            let handle = OpenFile(try system.open(directory, in: nil, flags: flags, mode: 0), system)
            try handle.lock()
            return handle
        } catch {
            throw EnrollmentError(.notStored, error.context(directory))
        }
    }

    /// Keeps a new request.
    ///
    /// - Throws: ``EnrollmentError/Code/alreadyPending`` unless the authority has rejected the former request of the
    ///   key; ``EnrollmentError/Code/notStored``.
    package func add(_ request: PendingRequest) throws(EnrollmentError) {
        if let former = try self.request(request.keyIdentifier), former.state != .rejected {
            throw EnrollmentError(
                .alreadyPending,
                "a request for this key is already pending (\(former.state.rawValue)), as "
                    + "\(Hex.encode(former.keyIdentifier))"
            )
        }
        try keep(request)
    }

    /// Writes a request over its former state; it is on the disk when this returns.
    ///
    /// - Throws: ``EnrollmentError/Code/notStored``; the former state is still there then.
    package func keep(_ request: PendingRequest) throws(EnrollmentError) {
        try stored { () throws(FileError) in
            try ReplacedFile.makeDirectory(directory)
            try ReplacedFile.write(
                request.encoded,
                in: directory,
                name: PendingList.name(request.keyIdentifier),
                mode: 0o600
            )
        }
    }

    /// Removes a request.
    ///
    /// - Throws: ``EnrollmentError/Code/notPending``, ``EnrollmentError/Code/notStored``.
    package func remove(_ keyIdentifier: [UInt8]) throws(EnrollmentError) {
        let path = "\(directory)/\(PendingList.name(keyIdentifier))"
        guard unsafe unlink(path) == 0 else {
            guard errno == ENOENT else {
                throw EnrollmentError(.notStored, FileError(.writeFailed, "unlink", path, errno).context)
            }
            throw EnrollmentError(.notPending, "no request \(Hex.encode(keyIdentifier)) is pending")
        }
        try stored { () throws(FileError) in try ReplacedFile.synchronize(directory) }
    }

    // MARK: - Files

    private static func name(_ keyIdentifier: [UInt8]) -> String { Hex.encode(keyIdentifier) + suffix }

    /// The directory, open; nil if it is not there.
    private func openDirectory() throws(EnrollmentError) -> OpenFile? {
        let system = LinuxFileSystem()
        do throws(SystemError) {
            let flags = O_RDONLY | O_DIRECTORY
            return OpenFile(try system.open(directory, in: nil, flags: flags, mode: 0), system)
        } catch {
            if error.number == ENOENT { return nil }
            throw EnrollmentError(.notStored, error.context(directory))
        }
    }

    private func names(in directory: OpenFile) throws(EnrollmentError) -> [String] {
        do throws(SystemError) {
            return try LinuxFileSystem().names(in: directory.descriptor).filter { $0.hasSuffix(PendingList.suffix) }
        } catch {
            throw EnrollmentError(.notStored, error.context(self.directory))
        }
    }

    /// A file from its start to the end of its first line; empty if it is not a file, nil if it has gone.
    private func start(
        of name: String,
        in directory: OpenFile,
        _ block: inout [UInt8]
    ) throws(EnrollmentError) -> [UInt8]? {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe openat(directory.descriptor, name, flags)
        guard descriptor >= 0 else { return errno == ENOENT ? nil : [] }
        let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard count > 0 else { return [] }
        if let end = block[..<count].firstIndex(of: UInt8(ascii: "\n")) { return Array(block[...end]) }
        // A long subject; or a file that is none of ours, which its content or size shows: it must not hide the others.
        return count < block.count ? [] : (try? read(name)) ?? []
    }

    private func read(_ name: String) throws(EnrollmentError) -> [UInt8]? {
        try stored { () throws(FileError) in
            try RegularFile.read("\(directory)/\(name)", limit: PendingList.sizeLimit)
        }
    }

    private func stored<Result>(_ body: () throws(FileError) -> Result) throws(EnrollmentError) -> Result {
        do {
            return try body()
        } catch {
            throw EnrollmentError(.notStored, error.context)
        }
    }
}
