internal import ASN1
internal import Enrollment
internal import Jobs
internal import Octets
internal import X509

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
        var lines = [
            "issuer:     \(verified.issuer.origin), by '\(verified.signer.subject)'",
            "operation:  \(job.operation.name), \(job.operation.form.rawValue)",
        ]
        if verified.olderContents != nil { lines.append("form:       the older one, of \(time(job.issuedAt))") }
        if let key = key(job) { lines.append("key:        \(key)") }
        if case .enroll(let subject) = job.operation { lines.append("subject:    \(subject)") }
        if let relay = job.operation.relay {
            lines.append("from:       \(job.documents.first?.url ?? "")")
            lines.append("to:         \(relay.target), by \(relay.method.rawValue)")
            let answer = relay.answer.map { "the issuer gets it, at \($0)" } ?? "it stays here, in a file"
            lines.append("its answer: \(answer)")
        }
        lines.append("expires:    \(time(job.expires))")
        for (index, document) in job.documents.enumerated() {
            lines.append("document:   \(document.name), \(document.size) bytes")
            lines.append("            \(document.hash.rawValue) \(Hex.encode(document.digest))")
            lines.append("            \(knowledge(index, verified, documents))")
            if verified.olderContents == nil {
                lines.append("            the issuer calls it \(document.mediaType)")
            }
        }
        lines.append("the issuer says, unchecked:")
        lines.append("            \(job.title)")
        for line in job.text.split(separator: "\n") { lines.append("            \(line)") }
        if let reply = job.replyURL { lines.append("the answer goes to \(reply)") }
        return lines
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
    static func members(_ verified: VerifiedJob) -> [(String, JSON)] {
        let job = verified.job
        return [
            ("identifier", .string(job.identifier)), ("issuer", .string(verified.issuer.origin.description)),
            ("signer", .string(verified.signer.subject.description)), ("operation", .string(job.operation.name)),
            ("form", .string(job.operation.form.rawValue)), ("key", .text(key(job))), ("subject", .text(subject(job))),
            ("expires", .string(time(job.expires))),
            (
                "documents",
                .array(
                    job.documents.map { document in
                        .object([
                            ("name", .string(document.name)), ("mediaType", .string(document.mediaType)),
                            ("size", .number(Int(document.size))), ("hash", .string(document.hash.rawValue)),
                            ("digest", .string(Hex.encode(document.digest))), ("url", .text(document.url)),
                        ])
                    }
                )
            ),
            ("title", .string(job.title)), ("text", .string(job.text)), ("reply", .text(job.replyURL)),
            ("relay", json(job.operation.relay)),
        ]
    }

    private static func json(_ relay: JobRelay?) -> JSON {
        guard let relay else { return .null }
        return .object([
            ("method", .string(relay.method.rawValue)), ("to", .string(relay.target)), ("answer", .text(relay.answer)),
        ])
    }

    /// An issuer.
    static func json(_ issuer: JobIssuer) throws -> JSON {
        .object([
            ("origin", .string(issuer.origin.description)),
            ("certificate", .string(issuer.certificate.subject.description)),
            ("sha256", .string(Hex.encode(try issuer.certificate.fingerprint()))),
            ("operations", .array(issuer.operations.map { .string($0) })),
            ("blindDigests", .bool(issuer.allowsBlindDigests)), ("olderForm", .bool(issuer.allowsOlderForm)),
            ("relayTargets", .array(issuer.relayTargets.map { .string($0.description) })),
        ])
    }

    /// A line of the log.
    static func json(_ entry: JobLog.Entry) -> JSON {
        .object([
            ("number", .number(Int(entry.number))), ("time", .string(time(entry.time))),
            ("decision", .string(entry.decision)), ("reason", .text(entry.reason.isEmpty ? nil : entry.reason)),
            ("job", .text(entry.job.isEmpty ? nil : entry.job)),
            ("issuer", .text(entry.issuer.isEmpty ? nil : entry.issuer)),
            ("operation", .text(entry.operation.isEmpty ? nil : entry.operation)),
            ("digest", .string(entry.digest)), ("hash", .string(entry.hash)),
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
