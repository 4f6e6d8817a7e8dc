internal import JetonASN1
internal import JetonJSON
internal import JetonJobs
internal import JetonNetwork

/// What a job has made, on its way to the issuer.
struct JobReply {
    let verified: VerifiedJob
    let results: [JobResult]
    let entry: JobLog.Entry

    private var document: CanonicalJSON {
        .object([
            "jti": .string(verified.job.identifier), "log": .string(entry.hash), "status": .string("done"),
            "typ": .string(Job.resultType),
            "results": .array(results.map(\.answer)),
        ])
    }

    /// Answers the issuer.
    ///
    /// - Throws: ``JobDeskError/Code/answerRefused``; `NetworkError`.
    func send(to url: String, _ client: HTTPClient) throws {
        let job = verified.job
        var request = HTTPRequest(try HTTPURL(url))
        request.method = "POST"
        request.bodyLimit = 1 << 16
        if verified.olderContents == nil {
            request.body = document.encoded
            try request.fields.add("Content-Type", "application/json")
        } else {
            request.body = Array(OlderAnswer.envelope(job, entry, results.map(\.olderResult)).utf8)
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
        OlderAnswer.Result(name: name, isTimestamp: kind == .timestamp, octets: octets)
    }

    /// What the issuer is told of it.
    fileprivate var answer: CanonicalJSON {
        guard let relayed else {
            return .object(["name": .string(name), kind.rawValue: .string(Base64.encode(octets))])
        }
        return .object([
            "down": .integer(Int64(clamping: relayed.down)), "name": .string(name),
            "status": .integer(Int64(relayed.status)), "up": .integer(Int64(clamping: relayed.up)),
        ])
    }
}
