internal import Glibc
internal import JetonASN1
internal import JetonFiles
internal import JetonJSON
internal import JetonOctets
internal import Synchronization

/// The report of a batch: a line of JSON when a file is begun, and one when it is signed or failed.
///
/// A run that ended early is gone on with: what the report says is signed is left out. A file that was begun and has
/// its output was signed too, since outputs appear whole and only after they were checked.
package final class BatchReport: Sendable {
    /// What became of a file.
    package enum Status: String, Sendable {
        case begun
        case signed
        case failed
    }

    /// What a line says.
    private struct Entry {
        let status: Status
        let output: String
        let size: Int64
        let modified: String
        /// Whether there was an output of that name before.
        let replaces: Bool
    }

    private static let schema = "jeton.sign.file/1"
    private static let sizeLimit = 1 << 28

    private let path: String
    private let descriptor: Int32
    private let entries: [String: Entry]
    private let needsNewline: Mutex<Bool>

    /// Opens a report, or begins one.
    ///
    /// - Throws: ``DocumentSigningError/Code/invalidReport``, ``DocumentSigningError/Code/reportInUse``; `FileError`.
    package init(_ path: String) throws {
        try UndecodedPath.refuse(path, "can't be written")
        self.path = path
        let opened = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        descriptor = opened
        guard opened >= 0 else { throw FileError(.writeFailed, "open", path, errno) }
        var status = stat()
        guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw DocumentSigningError(.invalidReport, "report", path, "\(path) is not a regular file")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            throw DocumentSigningError(.reportInUse, "report", path, "another run is writing \(path)")
        }
        do {
            let text = try FileSource.contents(of: InputFile(path), limit: Self.sizeLimit)
            entries = try Self.entries(text, path)
            needsNewline = Mutex(text.last.map { $0 != UInt8(ascii: "\n") } ?? false)
        } catch {
            close(opened)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Whether a file was signed by an earlier run, is as it was then, and has its output.
    package func isSigned(_ input: String, output: String) -> Bool {
        guard let entry = entries[input], entry.output == output, FileSource.exists(output),
            entry.status == .signed || entry.status == .begun && !entry.replaces, let now = Self.state(of: input)
        else { return false }
        return now == (entry.size, entry.modified)
    }

    /// Writes a line.
    ///
    /// - Throws: ``DocumentSigningError/Code/reportNotWritten``; the batch ends then.
    package func add(_ status: Status, _ input: String, output: String, size: UInt64? = nil, error: String? = nil)
        throws
    {
        let state = Self.state(of: input) ?? (0, "")
        var members: [String: CanonicalJSON] = [
            "schema": .string(Self.schema), "status": .string(status.rawValue),
            "input": .string(UndecodedPath.shown(input)), "output": .string(UndecodedPath.shown(output)),
            "inputSize": .integer(state.0), "modified": .string(state.1),
        ]
        if status == .begun, FileSource.exists(output) { members["replaces"] = .boolean(true) }
        if let size { members["size"] = .integer(Int64(clamping: size)) }
        if let error { members["error"] = .string(UndecodedPath.shown(error)) }
        try needsNewline.withLock { isNeeded in
            let line = (isNeeded ? [UInt8(ascii: "\n")] : []) + CanonicalJSON.object(members).encoded + [0x0A]
            let count = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            // A part of a line is ended by the next one, and not read.
            isNeeded = count != line.count
            guard !isNeeded else {
                let reason = SystemMessage.text(count < 0 ? errno : ENOSPC)
                let context = "\(path) can't be written: \(reason)"
                throw DocumentSigningError(.reportNotWritten, "report", path, context)
            }
        }
    }

    /// The size of a file and when it was changed.
    private static func state(of path: String) -> (Int64, String)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return (Int64(status.st_size), "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
    }

    /// The last line of each file.
    private static func entries(_ text: [UInt8], _ path: String) throws -> [String: Entry] {
        var entries: [String: Entry] = [:]
        var isFirst = true
        for line in text.split(separator: UInt8(ascii: "\n")) {
            defer { isFirst = false }
            do {
                var object = try CanonicalJSONObject(JSONReader.read(Array(line)))
                guard try object.string("schema") == schema, let status = Status(rawValue: try object.string("status"))
                else { throw EncodingError(.unexpectedValue, at: 0) }
                entries[try object.string("input", limit: 1 << 16)] = Entry(
                    status: status,
                    output: try object.string("output", limit: 1 << 16),
                    size: try object.integer("inputSize", in: 0...CanonicalJSON.largestInteger),
                    modified: try object.string("modified"),
                    replaces: try object.optionalBoolean("replaces") ?? false
                )
            } catch {
                // A line of a run that was killed may have ended anywhere; another file's first line is not one.
                guard !isFirst else {
                    let context = "\(path) is not a report of jeton sign"
                    throw DocumentSigningError(.invalidReport, "report", path, context)
                }
            }
        }
        return entries
    }
}
