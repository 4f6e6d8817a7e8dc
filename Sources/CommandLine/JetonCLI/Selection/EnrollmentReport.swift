internal import ASN1
internal import Enrollment
internal import Octets
internal import X509

/// Requests for certificates in words and as JSON.
enum EnrollmentReport {
    /// One request, and what became of it.
    struct Entry {
        let pending: PendingRequest
        var outcome: EnrollmentImport.Outcome?
        var error: CommandError?
    }

    /// A request of a list.
    static func json(_ summary: PendingSummary) -> JSON {
        .object([
            ("identifier", .string(Hex.encode(summary.keyIdentifier))), ("state", .string(summary.state.rawValue)),
            ("subject", .string(summary.subject)), ("protocol", .string(summary.kind.rawValue)),
            ("url", .text(summary.url.isEmpty ? nil : summary.url)), ("token", .string(summary.token)),
            ("label", .string(summary.label)), ("id", .string(summary.objectID)),
            ("created", .string(time(summary.created))),
            ("nextPoll", .text(summary.nextPoll == 0 ? nil : time(summary.nextPoll))),
        ])
    }

    /// A request with what became of it.
    static func json(_ entry: Entry) -> JSON {
        .object([
            ("identifier", .string(Hex.encode(entry.pending.keyIdentifier))),
            ("state", .string(entry.outcome == nil ? entry.pending.state.rawValue : "stored")),
            ("subject", .string(entry.pending.request.subject.description)),
            ("reason", .text(entry.pending.reason.isEmpty ? nil : entry.pending.reason)),
            ("token", .string(entry.outcome?.token ?? entry.pending.token)),
            ("certificates", .array(entry.outcome?.certificates.map { CertificateReport.json($0) } ?? [])),
            ("roots", .array((entry.outcome?.roots ?? []).map { json($0) })),
            ("warnings", .array(entry.outcome?.warnings.map { .string($0) } ?? [])),
            ("error", .text(entry.error?.message)),
        ])
    }

    /// A request with what became of it, a line or more.
    static func lines(_ entry: Entry) -> [String] {
        let name = name(entry.pending)
        if let outcome = entry.outcome {
            return outcome.certificates.map { CertificateReport.words($0) }
                + outcome.roots.map { "root, not trusted: '\($0.subject)', SHA-256 \(fingerprint($0))" }
                + outcome.warnings.map { "warning: \($0)" }
        }
        if entry.error != nil { return [] }
        if entry.pending.service.kind == .file, entry.pending.state != .issued {
            return [
                "\(name): written to a file for the authority; `jeton enroll import FILE` stores the certificate"
            ]
        }
        switch entry.pending.state {
        case .waiting:
            let next =
                entry.pending.nextPoll > EnrollmentDesk.now ? "; ask again after \(time(entry.pending.nextPoll))" : ""
            return ["\(name): the authority has not decided\(next)"]
        case .rejected: return ["\(name): the authority refused it: \(entry.pending.reason)"]
        case .issued: return ["\(name): the certificate is here, and not on the token yet"]
        case .prepared: return ["\(name): not sent yet"]
        }
    }

    private static func json(_ root: Certificate) -> JSON {
        .object([("subject", .string(root.subject.description)), ("sha256", .string(fingerprint(root)))])
    }

    private static func fingerprint(_ root: Certificate) -> String {
        (try? root.fingerprint()).map { Hex.encode($0) } ?? ""
    }

    /// A request as people know it: the first digits of its identifier, and its subject.
    static func name(_ pending: PendingRequest) -> String {
        "\(Hex.encode(pending.keyIdentifier).prefix(8)) '\(pending.request.subject)'"
    }

    /// A time as people read it.
    static func time(_ seconds: Int64) -> String { UniversalTime(secondsSince1970: seconds).description }
}
