internal import JetonASN1
internal import JetonJSON
internal import JetonJobs
internal import JetonNetwork

/// What a job has made, on its way to the issuer.
struct JobReply {
    private let verified: VerifiedJob
    private let body: [UInt8]

    /// Writes the answer.
    init(_ verified: VerifiedJob, _ results: [JobResult], _ entry: JobLog.Entry) {
        let document = CanonicalJSON.object([
            "jti": .string(verified.job.identifier), "log": .string(entry.hash), "status": .string("done"),
            "typ": .string(Job.resultType),
            "results": .array(results.map(\.answer)),
        ])
        let older = { OlderAnswer.envelope(verified.job, entry, results.map(\.olderResult)) }
        self.init(verified, body: verified.olderContents == nil ? document.encoded : Array(older().utf8))
    }

    /// Takes an answer that was written before.
    init(_ verified: VerifiedJob, body: [UInt8]) {
        self.verified = verified
        self.body = body
    }

    /// Keeps the answer until the issuer has it.
    ///
    /// The user's own files are not kept a second time: they are where the user has them.
    ///
    /// - Throws: `JobStorageError`.
    func keep(in answers: AnswerStore) throws(JobStorageError) {
        if verified.job.operation.attachments.isEmpty { try answers.keep(body, to: verified.job) }
    }

    /// Answers the issuer.
    ///
    /// - Throws: ``JobDeskError/Code/answerRefused``; `NetworkError`.
    func send(to url: String, _ client: HTTPClient) throws {
        var request = HTTPRequest(try HTTPURL(url))
        request.method = "POST"
        request.bodyLimit = 1 << 16
        request.body = body
        if verified.olderContents == nil {
            try request.fields.add("Content-Type", "application/json")
        } else {
            try request.fields.add("Content-Type", "text/xml; charset=utf-8")
            try request.fields.add("SOAPAction", "\"\"")
        }
        let head = try client.perform(request) { _ throws(NetworkError) in }
        guard 200..<300 ~= head.status else {
            throw JobDeskError(
                .answerRefused,
                "the job was done, but \(request.url.host) answered with status \(head.status)"
            )
        }
    }
}

extension JobResult {
    /// What the answer to a job of the older form has of it.
    fileprivate var olderResult: OlderAnswer.Result {
        let element: OlderAnswer.Result.Element =
            kind == .timestamp ? .timestamp : kind == .file ? .file : .signature
        return OlderAnswer.Result(name: name, element: element, octets: octets)
    }

    /// What the issuer is told of it.
    fileprivate var answer: CanonicalJSON {
        guard let relayed else {
            var members: [String: CanonicalJSON] = [
                "name": .string(name), kind.rawValue: .string(Base64.encode(octets)),
            ]
            if let mediaType { members["mediaType"] = .string(mediaType) }
            return .object(members)
        }
        return .object([
            "down": .integer(Int64(clamping: relayed.down)), "name": .string(name),
            "status": .integer(Int64(relayed.status)), "up": .integer(Int64(clamping: relayed.up)),
        ])
    }
}
