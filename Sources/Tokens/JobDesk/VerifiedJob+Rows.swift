internal import JetonASN1
internal import JetonEnrollment
package import JetonJobs
internal import JetonOctets
internal import JetonX509
internal import VerificationDesk

extension VerifiedJob {
    /// What a person sees before the decision; only what was checked or computed here stands without a mark.
    ///
    /// - Parameter documents: Its documents, compared with it; nil if they were not fetched.
    /// - Returns: The rows.
    package func rows(_ documents: JobDocuments? = nil) -> [Question.Row] {
        var rows: [Question.Row] = []
        func add(_ label: String, _ text: String) { rows.append(.labeled(label, text)) }
        add("issuer", "\(issuer.origin), by '\(signer.subject)'")
        add("operation", "\(job.operation.name), \(job.operation.form.rawValue)")
        if olderContents != nil {
            add("form", "the older form, dated \(UniversalTime(secondsSince1970: job.issuedAt))")
        }
        if let key = job.keyWords { add("key", key) }
        if case .enroll(let subject) = job.operation { add("subject", "'\(subject)'") }
        if let relay = job.operation.relay {
            add("from", job.documents.first?.url ?? "")
            add("to", "by \(relay.method.rawValue), \(relay.target)")
            for field in relay.fields { add("field", "\(field.name): \(field.value)") }
            add("its answer", relay.answer.map { "the issuer receives it, at \($0)" } ?? "it is saved here, in a file")
        }
        for attachment in job.operation.attachments {
            rows.append(.own("a file that you pick:"))
            add("for", attachment.label)
            add("type", attachment.words)
        }
        add("expires", "\(UniversalTime(secondsSince1970: job.expires))")
        for (index, document) in job.documents.enumerated() {
            // A digest of the older form comes without the size of its document.
            let isUnknown = olderContents.map { $0[index] == nil } ?? false
            add("document", "\(isUnknown ? "size unknown" : "\(document.size) bytes"), named '\(document.name)'")
            add("", "\(document.hash.rawValue) \(Hex.encode(document.digest))")
            add("", knowledge(index, documents))
            if olderContents == nil { add("", "the issuer states the type '\(document.mediaType)'") }
        }
        rows.append(.own("the issuer states, unchecked:"))
        add("", job.title)
        for line in job.text.lines() { add("", String(line)) }
        if let reply = job.replyURL {
            rows.append(.own("the answer is sent to"))
            add("", reply)
        }
        return rows
    }

    /// What is known here of a document.
    private func knowledge(_ index: Int, _ documents: JobDocuments?) -> String {
        if job.operation.relay != nil {
            return "contents unknown: it is compared while it passes, and stopped if it differs"
        }
        let digestAlone = "contents unknown: only the digest is available"
        guard job.operation.readsDocuments else { return digestAlone }
        if documents == nil, let olderContents {
            return olderContents[index] == nil ? digestAlone : "in the job; computed here"
        }
        guard let documents, documents.kinds.indices.contains(index) else {
            return job.operation == .timestamp && job.documents[index].url == nil
                ? digestAlone : "not fetched: the issuer states the size and the digest"
        }
        switch documents.kinds[index] {
        case nil: return digestAlone
        case .pdf: return "computed here; it is a PDF"
        case .xml: return "computed here; it is XML"
        case .container, .other: return "computed here"
        }
    }
}

extension Job {
    /// The key, as people compare it; nil if the job is for none.
    package var keyWords: String? {
        switch key {
        case nil: nil
        case .identifier(let octets): Hex.encode(octets)
        case .issuer(let name): "issued by \(name)"
        }
    }
}

extension PendingRequest {
    /// The request whose certificate a job brings.
    var certificateWords: String {
        let subject = certificates.first.map { "\($0.subject)" } ?? ""
        return "a certificate of '\(subject)' for key \(Hex.encode(keyIdentifier).prefix(8))"
    }
}
