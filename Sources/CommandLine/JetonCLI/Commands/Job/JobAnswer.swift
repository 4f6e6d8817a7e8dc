internal import ArgumentParser
internal import JetonASN1
internal import JetonJSON
internal import JetonJobs
internal import JetonNetwork

/// What a job has made, on its way to the issuer and the person.
struct JobAnswer {
    let command: JobRunCommand
    let verified: VerifiedJob
    let results: [JobResult]
    /// The file of each result; nil for one that is not written.
    let files: [String?]
    let entry: JobLog.Entry

    /// Answers the issuer, and reports.
    func hand(over client: HTTPClient) throws -> ExitCode {
        let job = verified.job
        if let url = job.replyURL { try reply(to: url, client) }
        try command.answer(
            "jeton.job.run/1",
            JobReport.members(verified) + [
                "log": entry.hash, "replied": job.replyURL != nil,
                "results": JSON.array(zip(results, files)) { result, file in
                    .object([
                        "name": result.name, "kind": result.kind.rawValue, "size": result.size, "out": file,
                        "status": result.status,
                    ])
                },
            ],
            zip(results, files).map { "\($0.name): \($0.words)\($1.map { ", \($0)" } ?? "")" }
                + (job.replyURL.map { ["the answer went to \($0)"] } ?? [])
        )
        return results.contains(where: \.isRefused) ? .finding : .success
    }

    private var document: CanonicalJSON {
        .object([
            "jti": .string(verified.job.identifier), "log": .string(entry.hash), "status": .string("done"),
            "typ": .string(Job.resultType),
            "results": .array(results.map(\.answer)),
        ])
    }

    private func reply(to url: String, _ client: HTTPClient) throws {
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
            throw CommandError(
                "the job was done, but \(request.url.host) answered with status \(head.status)",
                hints: command.out == nil ? ["with --out, the results are written to files too"] : [],
                exitCode: .inputOutput
            )
        }
    }
}

extension JobResult {
    /// What the answer to a job of the older form has of it.
    fileprivate var olderResult: OlderAnswer.Result {
        OlderAnswer.Result(name: name, isTimestamp: kind == .timestamp, octets: octets)
    }

    /// The status of a relay's target.
    fileprivate var status: JSON {
        guard let relayed else { return .null }
        return .number(relayed.status)
    }

    /// Whether the target of a relay refused what it got.
    fileprivate var isRefused: Bool { (relayed?.status ?? 0) >= 400 }

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

    /// Bytes.
    fileprivate var size: Int { relayed.map { Int(clamping: $0.down) } ?? octets.count }

    /// What was done, in a word.
    fileprivate var words: String {
        if let relayed {
            return "the target answered \(relayed.status), \(relayed.up) bytes up, \(relayed.down) bytes down"
        }
        return switch kind {
        case .signature, .document: "signed"
        case .timestamp: "timestamped"
        case .request: "requested"
        case .certificate: "stored"
        case .answer: "relayed"
        }
    }
}
