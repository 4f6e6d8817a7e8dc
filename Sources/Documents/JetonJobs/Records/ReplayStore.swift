import Glibc
import JetonASN1
import JetonFiles

/// The jobs that were taken, an empty file each, and the newest time at which one was; on the disk before a job is done.
///
/// A job's file stays until a day after the job has ended; after that its times refuse it. A clock that was set back
/// since does not make it valid again: the newest time counts then. That time is one at which an issuer's job was valid.
package struct ReplayStore: Sendable {
    private static let day: Int64 = 86_400
    /// How far behind the newest time the clock may be and still be believed, in seconds.
    private static let skew: Int64 = 60
    private static let newest = "newest"

    private let jobs: String
    private let directory: String

    /// Names the directory of jobs.
    package init(directory: String) {
        jobs = directory
        self.directory = directory + "/taken"
    }

    /// Refuses a job that was taken, or that had ended at the newest time at which a job was taken.
    ///
    /// - Parameters:
    ///   - job: A job that is valid by the clock.
    ///   - now: Seconds since 1970.
    /// - Throws: ``JobRefusal/Code/replay`` and ``JobRefusal/Code/time``; ``JobStorageError``.
    package func check(_ job: Job, at now: Int64) throws {
        guard try !isTaken(job) else {
            throw JobRefusal(.replay, "the job \(job.identifier) was already accepted")
        }
        let newest = try newestTime()
        guard now >= newest - ReplayStore.skew || job.expires > newest else {
            let time = UniversalTime(secondsSince1970: newest)
            throw JobRefusal(
                .time,
                "the job had already expired at \(time), when another job was accepted: the clock was set back"
            )
        }
    }

    /// Whether a job was taken.
    ///
    /// - Throws: ``JobStorageError``.
    package func isTaken(_ job: Job) throws(JobStorageError) -> Bool {
        let prefix = "\(job.identifier)-"
        return try JobFiles.names(in: directory).contains { $0.hasPrefix(prefix) }
    }

    /// Takes a job; of several processes that try it at once, one succeeds.
    ///
    /// The name is on the disk when this returns.
    ///
    /// - Throws: As ``check(_:at:)``.
    package func take(_ job: Job, at now: Int64) throws {
        try JobFiles.makeDirectory(directory)
        let system = LinuxFileSystem()
        let flags = O_RDONLY | O_DIRECTORY
        do {
            let handle = OpenFile(try system.open(directory, in: nil, flags: flags, mode: 0), system)
            defer { withExtendedLifetime(handle) {} }
            // One name for a job whatever its end, so that the same identifier with another end is a replay too.
            try handle.lock()
            try check(job, at: now)
            let newest = max(now, try newestTime())
            // Before names are removed by it: no loss of power may leave the store without both.
            if newest == now {
                try JobFiles.write(Array("\(newest)\n".utf8), in: jobs, name: ReplayStore.newest)
            }
            removeEnded(at: newest, handle.descriptor, system)
            let name = ReplayStore.name(job)
            let create = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let file = OpenFile(try system.open(name, in: handle.descriptor, flags: create, mode: 0o600), system)
            try system.synchronize(file.descriptor)
            try system.synchronize(handle.descriptor)
        } catch let error as SystemError {
            throw JobStorageError("\(error.context(directory))")
        }
    }

    /// Gives a job back that was taken, before anything of it was done.
    package func release(_ job: Job) {
        unsafe unlink("\(directory)/\(ReplayStore.name(job))")
    }

    private static func name(_ job: Job) -> String { "\(job.identifier)-\(job.expires)" }

    /// The newest time at which a job was taken, in seconds since 1970; 0 before the first.
    private func newestTime() throws(JobStorageError) -> Int64 {
        let path = "\(jobs)/\(ReplayStore.newest)"
        guard let octets = try JobFiles.read(path, limit: 32) else { return 0 }
        guard octets.last == UInt8(ascii: "\n"), let time = Int64(String(decoding: octets.dropLast(), as: UTF8.self)),
            time >= 0
        else { throw JobStorageError("'\(path)' does not contain a time", isDamage: true) }
        return time
    }

    private func removeEnded(at time: Int64, _ descriptor: Int32, _ system: LinuxFileSystem) {
        guard let names = try? system.names(in: descriptor) else { return }
        for name in names {
            guard let end = name.split(separator: "-").last.flatMap({ Int64($0) }), end < time - ReplayStore.day else {
                continue
            }
            try? system.unlink(name, in: descriptor)
        }
    }
}
