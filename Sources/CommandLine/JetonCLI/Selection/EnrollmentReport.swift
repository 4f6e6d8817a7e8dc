internal import EnrollmentDesk
internal import JetonASN1
internal import JetonEnrollment
internal import JetonOctets
internal import JetonX509

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
            "identifier": Hex.encode(summary.keyIdentifier), "state": summary.state.rawValue,
            "subject": summary.subject, "protocol": summary.kind.rawValue,
            "url": summary.url.isEmpty ? nil : summary.url, "token": summary.token, "label": summary.label,
            "id": summary.objectID, "created": time(summary.created),
            "nextPoll": summary.nextPoll == 0 ? nil : time(summary.nextPoll),
            "authority": json(summary.note),
        ])
    }

    /// What an authority says, in its words.
    private static func json(_ note: AuthorityNote?) -> JSON {
        guard let note else { return .null }
        func text(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }
        return .object([("number", text(note.number)), ("text", text(note.text)), ("fee", text(note.fee))])
    }

    /// How many requests wait, for a list of tokens; nil if there are none.
    static func notice() throws -> String? {
        let requests = try PendingList.ofThisUser().summaries().requests
        let here = requests.count { $0.state == .issued }
        let waiting = requests.count { $0.state == .waiting || $0.state == .prepared }
        guard here + waiting > 0 else { return nil }
        let parts = [
            here == 0 ? nil : "\(here) here and not on a token yet (`jeton enroll collect`)",
            waiting == 0 ? nil : "\(waiting) awaited (`jeton enroll list`)",
        ]
        return "note: certificates: " + parts.compactMap(\.self).joined(separator: ", ")
    }

    /// A request with what became of it.
    static func json(_ entry: Entry) -> JSON {
        .object([
            "identifier": Hex.encode(entry.pending.keyIdentifier),
            "state": entry.outcome == nil ? entry.pending.state.rawValue : "stored",
            "subject": entry.pending.request.subject.description,
            "reason": entry.pending.reason.isEmpty ? nil : entry.pending.reason,
            "authority": json(entry.pending.note),
            "token": entry.outcome?.token ?? entry.pending.token,
            "certificates": entry.outcome?.certificates.map { CertificateReport.json($0) } ?? [],
            "roots": (entry.outcome?.roots ?? []).map { json($0) },
            "warnings": entry.outcome?.warnings ?? [], "error": entry.error?.message,
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
            return ["\(name): written to a file for the authority; `jeton enroll import FILE` stores the certificate"]
        }
        switch entry.pending.state {
        case .waiting:
            let next =
                entry.pending.nextPoll > UniversalTime.now.secondsSince1970
                ? "; ask again after \(time(entry.pending.nextPoll))" : ""
            let words = entry.pending.reason.isEmpty ? "the authority has not decided" : entry.pending.reason
            return ["\(name): \(words)\(next)"] + noteLines(entry.pending.note)
        case .rejected: return ["\(name): the authority refused it: \(entry.pending.reason)"]
        case .issued: return ["\(name): the certificate has arrived, but is not on the token yet"]
        case .prepared: return ["\(name): not sent yet"]
        }
    }

    /// What an authority says, marked as its words; nothing without a note.
    static func noteLines(_ note: AuthorityNote?) -> [String] {
        note.map { ["  the authority says: \($0.words)"] } ?? []
    }

    private static func json(_ root: Certificate) -> JSON {
        .object(["subject": root.subject.description, "sha256": fingerprint(root)])
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
