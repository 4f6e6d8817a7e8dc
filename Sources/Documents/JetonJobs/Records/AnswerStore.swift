import Glibc
import JetonFiles

/// Answers to issuers that may not have arrived: a file each, named by the job's identifier.
///
/// An answer is on the disk before it is sent, and goes when the issuer has taken it. A job is done once; its answer is sent
/// as often as needed.
package struct AnswerStore: Sendable {
    /// The largest answer, in bytes: all documents of a job in base64, and what surrounds them.
    private static let sizeLimit = 512 << 20
    private static let suffix = ".answer"
    /// How long an answer is kept, in seconds: a job is valid for a day at most.
    private static let lifetime: Int64 = 2 * 86_400

    private let directory: String

    /// Names the directory of jobs.
    package init(directory: String) { self.directory = directory + "/answers" }

    /// Keeps an answer; it is on the disk when this returns.
    ///
    /// - Throws: ``JobStorageError``.
    package func keep(_ answer: [UInt8], to job: Job) throws(JobStorageError) {
        try JobFiles.write(answer, in: directory, name: name(job))
    }

    /// The answer to a job that was done and may not have arrived; nil if there is none.
    ///
    /// - Throws: ``JobStorageError``.
    package func answer(to job: Job) throws(JobStorageError) -> [UInt8]? {
        try JobFiles.read("\(directory)/\(name(job))", limit: AnswerStore.sizeLimit)
    }

    /// Removes an answer that has arrived, and those that are too old to be asked for, by a time in seconds since 1970.
    ///
    /// - Throws: ``JobStorageError``.
    package func remove(_ job: Job, at now: Int64) throws(JobStorageError) {
        for other in try JobFiles.names(in: directory) where other.hasSuffix(AnswerStore.suffix) {
            let path = "\(directory)/\(other)"
            let age = (try? RegularFile.status(path)).map { now - ($0?.modified ?? 0) / 1_000_000_000 } ?? 0
            guard other == name(job) || age > AnswerStore.lifetime else { continue }
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw JobStorageError(FileError(.writeFailed, "unlink", path, errno).context)
            }
        }
    }

    /// A job's identifier is a UUID or a digest in hexadecimal, and so the name of a file.
    private func name(_ job: Job) -> String { job.identifier + AnswerStore.suffix }
}
