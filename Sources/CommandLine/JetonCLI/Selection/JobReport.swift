internal import ASN1
internal import Jobs
internal import Octets
internal import X509

/// Jobs in words and as JSON.
enum JobReport {
    /// What a person sees before the decision; only what was checked or computed here stands without a mark.
    static func lines(_ verified: VerifiedJob) -> [String] {
        let job = verified.job
        var lines = [
            "issuer:     \(verified.issuer.origin), by '\(verified.signer.subject)'",
            "operation:  \(job.operation.name), \(job.operation.form.rawValue)",
            "key:        \(key(job))",
            "ends:       \(time(job.expires))",
        ]
        for document in job.documents {
            lines.append("document:   \(document.name), \(document.mediaType), \(document.size) bytes")
            lines.append("            \(document.hash.rawValue) \(Hex.encode(document.digest))")
            if case .signDigest = job.operation {
                lines.append("            contents unknown: only the digest is here")
            }
        }
        lines.append("the issuer says, unchecked:")
        lines.append("            \(job.title)")
        for line in job.text.split(separator: "\n") { lines.append("            \(line)") }
        if let reply = job.replyURL { lines.append("the answer goes to \(reply)") }
        return lines
    }

    /// A job that passed the checks.
    static func members(_ verified: VerifiedJob) -> [(String, JSON)] {
        let job = verified.job
        return [
            ("identifier", .string(job.identifier)), ("issuer", .string(verified.issuer.origin.description)),
            ("signer", .string(verified.signer.subject.description)), ("operation", .string(job.operation.name)),
            ("form", .string(job.operation.form.rawValue)), ("key", .string(key(job))),
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
        ]
    }

    /// An issuer.
    static func json(_ issuer: JobIssuer) throws -> JSON {
        .object([
            ("origin", .string(issuer.origin.description)),
            ("certificate", .string(issuer.certificate.subject.description)),
            ("sha256", .string(Hex.encode(try issuer.certificate.fingerprint()))),
            ("operations", .array(issuer.operations.map { .string($0) })),
            ("blindDigests", .bool(issuer.allowsBlindDigests)),
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

    private static func key(_ job: Job) -> String {
        switch job.key {
        case .identifier(let octets): Hex.encode(octets)
        case .issuer(let name): "issued by \(name)"
        }
    }

    /// A time as people read it.
    static func time(_ seconds: Int64) -> String { UniversalTime(secondsSince1970: seconds).description }
}
