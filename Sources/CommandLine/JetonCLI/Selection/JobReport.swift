internal import JetonASN1
internal import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import JobDesk

/// Jobs in words and as JSON.
enum JobReport {
    /// What a person sees of a job whose documents were not fetched.
    static func lines(_ verified: VerifiedJob) -> [String] { lines(verified.rows()) }

    /// The rows of a question, for the narrower of the two streams.
    static func lines(_ rows: [Question.Row]) -> [String] {
        Question.lines(rows, columns: min(Console.style.columns ?? 80, Console.noteStyle.columns ?? 80))
    }

    /// A job that passed the checks.
    static func members(_ verified: VerifiedJob) -> JSON.Members {
        let job = verified.job
        return [
            "identifier": job.identifier, "issuer": verified.issuer.origin.description,
            "signer": verified.signer.subject.description, "operation": job.operation.name,
            "form": job.operation.form.rawValue, "key": job.keyWords, "subject": subject(job),
            "expires": time(job.expires),
            "documents": JSON.array(job.documents) { document in
                .object([
                    "name": document.name, "mediaType": document.mediaType, "size": Int(document.size),
                    "hash": document.hash.rawValue, "digest": Hex.encode(document.digest), "url": document.url,
                ])
            }, "title": job.title, "text": job.text, "reply": job.replyURL, "relay": json(job.operation.relay),
            "files": JSON.array(job.operation.attachments) { file in
                .object([
                    "label": file.label, "mediaTypes": file.types.map(\.rawValue), "size": Int(file.size),
                ])
            },
        ]
    }

    private static func json(_ relay: JobRelay?) -> JSON {
        guard let relay else { return .null }
        return .object([
            "method": relay.method.rawValue, "to": relay.target, "answer": relay.answer,
            "fields": JSON.array(relay.fields) { .object(["name": $0.name, "value": $0.value]) },
        ])
    }

    /// An issuer.
    static func json(_ issuer: JobIssuer) throws -> JSON {
        .object([
            "origin": issuer.origin.description, "certificate": issuer.certificate.subject.description,
            "sha256": Hex.encode(try issuer.certificate.fingerprint()), "operations": issuer.operations,
            "blindDigests": issuer.allowsBlindDigests, "olderForm": issuer.allowsOlderForm,
            "relayTargets": issuer.relayTargets.map { $0.description }, "relayFields": issuer.relayFields,
        ])
    }

    /// A line of the log.
    static func json(_ entry: JobLog.Entry) -> JSON {
        .object([
            "number": Int(entry.number), "time": time(entry.time), "decision": entry.decision,
            "reason": entry.reason.isEmpty ? nil : entry.reason, "job": entry.job.isEmpty ? nil : entry.job,
            "issuer": entry.issuer.isEmpty ? nil : entry.issuer,
            "operation": entry.operation.isEmpty ? nil : entry.operation, "digest": entry.digest, "hash": entry.hash,
        ])
    }

    /// Something that a job made.
    static func json(_ result: JobResult, _ file: String?) -> JSON {
        .object([
            "name": result.name, "kind": result.kind.rawValue,
            "size": result.relayed.map { Int(clamping: $0.down) } ?? result.octets.count, "out": file,
            "status": result.relayed.map { JSON.number($0.status) },
        ])
    }

    /// What was done, in a word.
    static func words(_ result: JobResult) -> String {
        if let relayed = result.relayed {
            return "the target answered \(relayed.status), \(relayed.up) bytes up, \(relayed.down) bytes down"
        }
        return switch result.kind {
        case .signature, .document: "signed"
        case .timestamp: "timestamped"
        case .request: "requested"
        case .certificate: "stored"
        case .answer: "relayed"
        case .file: "attached"
        }
    }

    private static func subject(_ job: Job) -> String? {
        guard case .enroll(let subject) = job.operation else { return nil }
        return subject.description
    }

    /// A time as people read it.
    static func time(_ seconds: Int64) -> String { UniversalTime(secondsSince1970: seconds).description }
}
