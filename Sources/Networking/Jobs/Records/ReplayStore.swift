import Glibc
import KeystoreBase

/// The jobs that were taken: an empty file each, on the disk before the job is done.
///
/// A job's file stays until a day after the job has ended; after that its times refuse it.
package struct ReplayStore: Sendable {
    private static let day: Int64 = 86_400

    private let directory: String

    /// Names the directory of jobs.
    package init(directory: String) { self.directory = directory + "/taken" }

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
    /// - Throws: ``JobRefusal/Code/replay`` if the job was taken before; ``JobStorageError``.
    package func take(_ job: Job, at now: Int64) throws {
        try JobFiles.makeDirectory(directory)
        let system = LinuxFileSystem()
        let flags = O_RDONLY | O_DIRECTORY
        do {
            let handle = OpenFile(try system.open(directory, in: nil, flags: flags, mode: 0), system)
            defer { withExtendedLifetime(handle) {} }
            // One name for a job whatever its end, so that the same identifier with another end is a replay too.
            try handle.lock()
            if try isTaken(job) { throw JobRefusal(.replay, "the job \(job.identifier) was taken before") }
            removeEnded(at: now, handle.descriptor, system)
            let name = "\(job.identifier)-\(job.expires)"
            let create = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let file = OpenFile(try system.open(name, in: handle.descriptor, flags: create, mode: 0o600), system)
            try system.synchronize(file.descriptor)
            try system.synchronize(handle.descriptor)
        } catch let error as SystemError {
            throw JobStorageError("\(error.keystoreError(directory).context)")
        }
    }

    private func removeEnded(at now: Int64, _ descriptor: Int32, _ system: LinuxFileSystem) {
        guard let names = try? system.names(in: descriptor) else { return }
        for name in names {
            guard let end = name.split(separator: "-").last.flatMap({ Int64($0) }), end < now - ReplayStore.day else {
                continue
            }
            try? system.unlink(name, in: descriptor)
        }
    }
}
