import Glibc
import KeystoreBase
import Octets
import X509

/// The decisions about jobs, a line each, chained by SHA-256: a line can't be changed or taken out unnoticed.
///
/// That lines at the end are missing shows only beside the hash of a later line, which every answer to an issuer has.
package struct JobLog: Sendable {
    private static let sizeLimit = 64 << 20

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

    private let directory: String
    private var path: String { directory + "/log" }

    /// Names the directory of jobs.
    package init(directory: String) { self.directory = directory }

    /// Adds a line; it is on the disk when this returns.
    ///
    /// - Parameters:
    ///   - decision: What was decided.
    ///   - reason: Why; may be empty.
    ///   - job: The job; nil if it could not be read.
    ///   - octets: The whole job.
    ///   - now: Seconds since 1970.
    /// - Returns: The line.
    /// - Throws: ``JobStorageError``, also if the log is damaged: nothing is added to a broken chain.
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
            let (entries, isTorn, length) = try read()
            let flags = O_WRONLY | O_CREAT | O_NOFOLLOW
            let file = OpenFile(try system.open("log", in: handle.descriptor, flags: flags, mode: 0o600), system)
            // A line that was cut off by a loss of power was never acted upon.
            if isTorn, ftruncate(file.descriptor, off_t(length)) != 0 { throw SystemError("ftruncate") }
            guard lseek(file.descriptor, 0, SEEK_END) >= 0 else { throw SystemError("lseek") }
            let members = JobLog.members(
                (entries.last?.number ?? 0) + 1,
                decision,
                reason.prefix(bytes: JobLog.reasonLimit),
                job,
                try Hex.encode(HashAlgorithm.sha256.hash(octets)),
                previous: entries.last?.hash ?? JobLog.beginning,
                now
            )
            let line = try JobLog.line(members)
            try file.writeAll(line.octets.span)
            try system.synchronize(file.descriptor)
            try system.synchronize(handle.descriptor)
            return line.entry
        } catch let error as SystemError {
            throw JobStorageError("\(error.keystoreError(path).context)")
        }
    }

    /// Reads the log and proves its chain.
    ///
    /// - Returns: The lines, and whether the last one was cut off.
    /// - Throws: ``JobStorageError``, which names the first line that does not fit.
    package func entries() throws -> (entries: [Entry], isTorn: Bool) {
        let (entries, isTorn, _) = try read()
        return (entries, isTorn)
    }

    // MARK: - Lines

    /// The most bytes of a reason.
    private static let reasonLimit = 1_024

    /// What stands for the hash before the first line.
    private static let beginning = String(repeating: "0", count: 64)

    private static func members(
        _ number: Int64,
        _ decision: String,
        _ reason: String,
        _ job: Job?,
        _ digest: String,
        previous: String,
        _ now: Int64
    ) -> [String: CanonicalJSON] {
        [
            "decision": .string(decision), "digest": .string(digest), "issuer": .string(job?.issuer ?? ""),
            "job": .string(job?.identifier ?? ""), "number": .integer(number),
            "operation": .string(job?.operation.name ?? ""), "previous": .string(previous), "reason": .string(reason),
            "time": .integer(now),
        ]
    }

    private static func line(_ members: [String: CanonicalJSON]) throws -> (octets: [UInt8], entry: Entry) {
        let hash = Hex.encode(try HashAlgorithm.sha256.hash(CanonicalJSON.object(members).encoded))
        var all = members
        all["hash"] = .string(hash)
        let value = CanonicalJSON.object(all)
        return (value.encoded + [UInt8(ascii: "\n")], try entry(value).entry)
    }

    private static func entry(_ value: CanonicalJSON) throws -> (entry: Entry, previous: String, isWhole: Bool) {
        var object = try CanonicalJSONObject(value)
        let hash = try object.string("hash", limit: 64)
        let previous = try object.string("previous", limit: 64)
        let entry = Entry(
            number: try object.integer("number", in: 1...CanonicalJSON.largestInteger),
            time: try object.integer("time", in: 0...JobReader.timeLimit),
            decision: try object.string("decision", limit: 32),
            reason: try object.string("reason"),
            job: try object.string("job", limit: 64),
            issuer: try object.string("issuer", limit: 512),
            operation: try object.string("operation", limit: 64),
            digest: try object.string("digest", limit: 64),
            hash: hash
        )
        try object.finish()
        guard case .object(var members) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        members["hash"] = nil
        let computed = Hex.encode(try HashAlgorithm.sha256.hash(CanonicalJSON.object(members).encoded))
        return (entry, previous, computed == hash)
    }

    private func read() throws -> (entries: [Entry], isTorn: Bool, length: Int) {
        let octets = try JobFiles.read(path, limit: JobLog.sizeLimit) ?? []
        let length = (octets.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let whole = Array(octets[..<length])
        var entries: [Entry] = []
        var position = 0
        var previous = JobLog.beginning
        while position < whole.count {
            let number = entries.count + 1
            var reader = JSONReader(whole, at: position)
            guard let (value, next) = try? reader.readLine(), let line = try? JobLog.entry(value) else {
                throw JobStorageError("line \(number) of '\(path)' can't be read", isDamage: true)
            }
            guard line.isWhole else {
                throw JobStorageError("line \(number) of '\(path)' was changed", isDamage: true)
            }
            guard line.previous == previous, line.entry.number == Int64(number) else {
                throw JobStorageError(
                    "before line \(number) of '\(path)' a line is missing or was changed",
                    isDamage: true
                )
            }
            entries.append(line.entry)
            previous = line.entry.hash
            position = next
        }
        return (entries, length < octets.count, length)
    }
}
