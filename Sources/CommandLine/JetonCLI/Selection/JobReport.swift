internal import JetonASN1
internal import JetonEnrollment
internal import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import VerificationDesk

/// Jobs in words and as JSON.
enum JobReport {
    /// What a person sees before the decision; only what was checked or computed here stands without a mark.
    ///
    /// - Parameters:
    ///   - verified: The job.
    ///   - documents: Its documents, compared with it; nil if they were not fetched.
    /// - Returns: The lines.
    static func lines(_ verified: VerifiedJob, _ documents: JobDocuments? = nil) -> [String] {
        let job = verified.job
        var rows = JobRows(columns: min(Console.style.columns ?? 80, Console.noteStyle.columns ?? 80))
        rows.add("issuer", "\(verified.issuer.origin), by '\(verified.signer.subject)'")
        rows.add("operation", "\(job.operation.name), \(job.operation.form.rawValue)")
        if verified.olderContents != nil { rows.add("form", "the older one, of \(time(job.issuedAt))") }
        if let key = key(job) { rows.add("key", key) }
        if case .enroll(let subject) = job.operation { rows.add("subject", "'\(subject)'") }
        if let relay = job.operation.relay {
            rows.add("from", job.documents.first?.url ?? "")
            rows.add("to", "by \(relay.method.rawValue), \(relay.target)")
            rows.add("its answer", relay.answer.map { "the issuer gets it, at \($0)" } ?? "it stays here, in a file")
        }
        rows.add("expires", time(job.expires))
        for (index, document) in job.documents.enumerated() {
            // A digest of the older form comes without the size of its document.
            let isUnknown = verified.olderContents != nil && !job.operation.readsDocuments
            rows.add("document", "\(isUnknown ? "size unknown" : "\(document.size) bytes"), named '\(document.name)'")
            rows.add("\(document.hash.rawValue) \(Hex.encode(document.digest))")
            rows.add(knowledge(index, verified, documents))
            if verified.olderContents == nil { rows.add("the issuer calls it '\(document.mediaType)'") }
        }
        rows.add(own: "the issuer says, unchecked:")
        rows.add(job.title)
        for line in job.text.lines() { rows.add(String(line)) }
        if let reply = job.replyURL {
            rows.add(own: "the answer goes to")
            rows.add(reply)
        }
        return rows.lines
    }

    /// What is known here of a document.
    private static func knowledge(_ index: Int, _ verified: VerifiedJob, _ documents: JobDocuments?) -> String {
        if verified.job.operation.relay != nil {
            return "contents unknown: it is compared as it passes, and cut off if it is another one"
        }
        guard verified.job.operation.readsDocuments else { return "contents unknown: only the digest is here" }
        if documents == nil, verified.olderContents != nil { return "in the job; computed here" }
        guard let documents, documents.kinds.indices.contains(index) else {
            return "not fetched: size and digest are the issuer's words"
        }
        switch documents.kinds[index] {
        case .pdf: return "computed here; it is a PDF"
        case .xml: return "computed here; it is XML"
        case .container, .other: return "computed here"
        }
    }

    /// A request whose certificate a job brings.
    static func words(_ request: PendingRequest) -> String {
        let subject = request.certificates.first.map { "\($0.subject)" } ?? ""
        return "a certificate of '\(subject)' for key \(Hex.encode(request.keyIdentifier).prefix(8))"
    }

    /// A job that passed the checks.
    static func members(_ verified: VerifiedJob) -> JSON.Members {
        let job = verified.job
        return [
            "identifier": job.identifier, "issuer": verified.issuer.origin.description,
            "signer": verified.signer.subject.description, "operation": job.operation.name,
            "form": job.operation.form.rawValue, "key": key(job), "subject": subject(job), "expires": time(job.expires),
            "documents": JSON.array(job.documents) { document in
                .object([
                    "name": document.name, "mediaType": document.mediaType, "size": Int(document.size),
                    "hash": document.hash.rawValue, "digest": Hex.encode(document.digest), "url": document.url,
                ])
            }, "title": job.title, "text": job.text, "reply": job.replyURL, "relay": json(job.operation.relay),
        ]
    }

    private static func json(_ relay: JobRelay?) -> JSON {
        guard let relay else { return .null }
        return .object(["method": relay.method.rawValue, "to": relay.target, "answer": relay.answer])
    }

    /// An issuer.
    static func json(_ issuer: JobIssuer) throws -> JSON {
        .object([
            "origin": issuer.origin.description, "certificate": issuer.certificate.subject.description,
            "sha256": Hex.encode(try issuer.certificate.fingerprint()), "operations": issuer.operations,
            "blindDigests": issuer.allowsBlindDigests, "olderForm": issuer.allowsOlderForm,
            "relayTargets": issuer.relayTargets.map { $0.description },
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

    private static func subject(_ job: Job) -> String? {
        guard case .enroll(let subject) = job.operation else { return nil }
        return subject.description
    }

    private static func key(_ job: Job) -> String? {
        switch job.key {
        case nil: nil
        case .identifier(let octets): Hex.encode(octets)
        case .issuer(let name): "issued by \(name)"
        }
    }

    /// A time as people read it.
    static func time(_ seconds: Int64) -> String { UniversalTime(secondsSince1970: seconds).description }
}
