import Glibc
import JetonFiles
import JetonJSON
import JetonOctets
import JetonX509

/// The decisions about jobs, a line each, chained by SHA-256: a line can't be changed or taken out unnoticed.
///
/// That lines at the end are missing shows only beside the hash of a later line, which every answer to an issuer has.
///
/// The newest lines are in the file `log`. When that is large it becomes `log-1`, the next one `log-2`, and the chain goes
/// on in a new one.
package struct JobLog: Sendable {
    /// One line.
    package struct Entry: Hashable, Sendable {
        /// The number of the line, from 1.
        package let number: Int64
        /// Seconds since 1970.
        package let time: Int64
        /// What was decided or came of it: accepted, done, declined, refused or failed.
        package let decision: String
        /// Why; may be empty.
        package let reason: String
        /// The job's identifier; empty if the job could not be read.
        package let job: String
        /// The issuer; empty if the job could not be read.
        package let issuer: String
        /// The operation; empty if the job could not be read.
        package let operation: String
        /// SHA-256 of the whole job in hexadecimal.
        package let digest: String
        /// The hash of this line in hexadecimal.
        package let hash: String
    }

    /// The lines of a file.
    private struct Part {
        var entries: [Entry] = []
        /// Whether the last line was cut off.
        var isTorn = false
        /// The size of the whole lines in bytes.
        var length = 0
    }

    /// The size from which on a part gets no more lines, in bytes.
    private static let partSize = 4 << 20
    /// More than a line can have, in bytes.
    private static let lineLimit = 16 << 10
    /// The most bytes of a part: what logs could have before they had parts, and a line.
    private static let sizeLimit = (64 << 20) + lineLimit
    private static let newest = "log"

    private let directory: String
    private let partSize: Int

    /// Names the directory of jobs.
    package init(directory: String) { self.init(directory: directory, partSize: JobLog.partSize) }

    /// A log with parts of another size.
    init(directory: String, partSize: Int) {
        self.directory = directory
        self.partSize = partSize
    }

    /// Adds a line; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - decision: What was decided.
    ///   - reason: Why; may be empty.
    ///   - job: The job; nil if it could not be read.
    ///   - octets: The whole job.
    ///   - now: Seconds since 1970.
    /// - Returns: The line.
    /// - Throws: ``JobStorageError``, also if the newest part of the log is damaged: nothing is added to a broken chain.
    @discardableResult
    package func add(
        _ decision: String,
        reason: String = "",
        job: Job?,
        octets: [UInt8],
        at now: Int64
    ) throws -> Entry {
        try JobFiles.makeDirectory(directory)
        let system = LinuxFileSystem()
        do {
            let handle = OpenFile(
                try system.open(directory, in: nil, flags: O_RDONLY | O_DIRECTORY, mode: 0),
                system
            )
            defer { withExtendedLifetime(handle) {} }
            try handle.lock()
            let older = try olderParts()
            let before = try older.last.flatMap { try lastEntry(of: $0) }
            let part = try read(JobLog.newest, after: before)
            let isFull = part.length >= partSize
            // A line that was cut off by a loss of power was never acted upon.
            if part.isTorn { try cut(part.length, in: handle, system) }
            if isFull {
                try system.rename(JobLog.newest, to: "\(JobLog.newest)-\(older.count + 1)", in: handle.descriptor)
            }
            let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_APPEND
            let file = OpenFile(
                try system.open(JobLog.newest, in: handle.descriptor, flags: flags, mode: 0o600),
                system
            )
            let last = part.entries.last ?? before
            let members = JobLog.members(
                (last?.number ?? 0) + 1,
                decision,
                reason.prefix(bytes: JobLog.reasonLimit),
                job,
                try Hex.encode(HashAlgorithm.sha256.hash(octets)),
                previous: last?.hash ?? JobLog.beginning,
                now
            )
            let line = try JobLog.line(members)
            try file.writeAll(line.octets.span)
            try system.synchronize(file.descriptor)
            try system.synchronize(handle.descriptor)
            return line.entry
        } catch let error as SystemError {
            throw JobStorageError("\(error.context(path(JobLog.newest)))")
        }
    }

    /// Reads the log and proves its chain.
    ///
    /// - Returns: The lines, and whether the last one was cut off.
    /// - Throws: ``JobStorageError``, which names the first line that does not fit.
    package func entries() throws -> (entries: [Entry], isTorn: Bool) {
        var entries: [Entry] = []
        for name in try olderParts() {
            let part = try read(name, after: entries.last)
            guard !part.isTorn else {
                throw JobStorageError("the last line of '\(path(name))' is truncated", isDamage: true)
            }
            entries += part.entries
        }
        let part = try read(JobLog.newest, after: entries.last)
        return (entries + part.entries, part.isTorn)
    }

    // MARK: - Parts

    private func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// The names of the complete parts, oldest first; other files whose names begin so are not the log's.
    ///
    /// - Throws: ``JobStorageError`` if one between them is missing.
    private func olderParts() throws -> [String] {
        let prefix = JobLog.newest + "-"
        let found = try JobFiles.names(in: directory).filter { name in
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return false }
            return number > 0 && name == "\(prefix)\(number)"
        }
        let names = (0..<found.count).map { "\(prefix)\($0 + 1)" }
        guard let missing = Set(names).subtracting(found).min() else { return names }
        throw JobStorageError("'\(path(missing))' is missing", isDamage: true)
    }

    /// The last line of a complete part, which alone is read of it.
    private func lastEntry(of name: String) throws -> Entry {
        let octets = try JobFiles.readEnd(path(name), count: JobLog.lineLimit)
        let line = octets.dropLast().split(separator: UInt8(ascii: "\n")).last.map(Array.init) ?? []
        guard octets.last == UInt8(ascii: "\n"), let value = try? JSONReader.read(line),
            let last = try? JobLog.entry(value), last.isWhole
        else { throw JobStorageError("the last line of '\(path(name))' can't be read, or was changed", isDamage: true) }
        return last.entry
    }

    /// Takes the line that was cut off from the newest part.
    private func cut(_ length: Int, in directory: OpenFile, _ system: LinuxFileSystem) throws {
        let flags = O_WRONLY | O_NOFOLLOW
        let file = OpenFile(
            try system.open(JobLog.newest, in: directory.descriptor, flags: flags, mode: 0),
            system
        )
        guard ftruncate(file.descriptor, off_t(length)) == 0 else { throw SystemError("ftruncate") }
    }

    /// Reads a part and proves its chain.
    private func read(_ name: String, after last: Entry?) throws -> Part {
        let path = path(name)
        let octets = try JobFiles.read(path, limit: JobLog.sizeLimit) ?? []
        var part = Part()
        part.length = (octets.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        part.isTorn = part.length < octets.count
        let whole = Array(octets[..<part.length])
        var previous = last
        var position = 0
        while position < whole.count {
            let number = (previous?.number ?? 0) + 1
            var reader = JSONReader(whole, at: position)
            guard let (value, next) = try? reader.readLine(), let line = try? JobLog.entry(value) else {
                throw JobStorageError("line \(number) of the log, in '\(path)', can't be read", isDamage: true)
            }
            guard line.isWhole else {
                throw JobStorageError("line \(number) of the log, in '\(path)', was changed", isDamage: true)
            }
            guard line.previous == previous?.hash ?? JobLog.beginning, line.entry.number == number else {
                throw JobStorageError(
                    "before line \(number) of the log, in '\(path)', a line is missing or was changed",
                    isDamage: true
                )
            }
            part.entries.append(line.entry)
            previous = line.entry
            position = next
        }
        return part
    }
}
