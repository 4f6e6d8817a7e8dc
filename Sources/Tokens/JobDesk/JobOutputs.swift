internal import JetonASN1
internal import JetonFiles
internal import JetonJobs

/// The files of a job's results: open and with their room on the disk before the job is noted as taken, so that a
/// directory that can't be written, or a full disk, costs no job.
final class JobOutputs {
    private final class Place {
        var file: FileOutput?

        init(_ file: consuming FileOutput) { self.file = consume file }
    }

    /// Bytes kept free for a signature with its certificates.
    private static let signatureRoom: Int64 = 1 << 16

    private let directory: String?
    private var places: [String: Place] = [:]

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - directory: Where they go; nil to write none.
    ///   - job: Has the documents.
    /// - Throws: `FileError` for a file that exists or can't be written.
    init(in directory: String?, for job: Job) throws {
        self.directory = directory
        // What a target answers is written as it comes, by the relay.
        guard let directory, job.operation.relay == nil else { return }
        for document in job.documents {
            guard let name = JobExecution.file(document.name, job.operation) else { continue }
            var file = try JobOutputs.open("\(directory)/\(name)")
            // A document is in its result, if at all, once.
            try file.reserve((job.operation.readsDocuments ? document.size : 0) + JobOutputs.signatureRoom)
            places[name] = Place(file)
        }
    }

    /// Opens the file of a result; one that is not published leaves nothing.
    static func open(_ path: String) throws(FileError) -> FileOutput {
        try FileOutput(at: path, force: false)
    }

    /// Writes the results.
    ///
    /// - Returns: The path of each result, also of one that was relayed to a file; nil for one that is not written.
    /// - Throws: `FileError`.
    func write(_ results: [JobResult]) throws -> [String?] {
        try results.map { result in
            guard let directory, let name = result.file else { return result.relayed?.out }
            let path = "\(directory)/\(name)"
            // The request of an enrollment is named by its key, which was not known before.
            var file = try places[name]?.file.take() ?? JobOutputs.open(path)
            try file.write(result.octets.span)
            try file.publish()
            return path
        }
    }
}
