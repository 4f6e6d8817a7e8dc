internal import JetonASN1
internal import JetonEnrollment
internal import JetonJobs
internal import JetonOctets
internal import JetonPDF
internal import JetonValidation
internal import JetonX509
internal import SignatureLevels
internal import SigningDesk
internal import VerificationDesk
internal import XAdES
internal import XMLSignature

/// What a job does, once it was agreed to and taken.
struct JobExecution {
    let verified: VerifiedJob
    let documents: JobDocuments
    /// The key in use; nil for an operation without one, and for a request that was made before.
    let session: SigningSession?
    /// What asks the timestamping authorities; nil for other operations.
    let timestamps: TimestampClient?
    let enrollment: JobEnrollment
    /// The request of an earlier job, which is given again.
    let waiting: PendingRequest?
    /// The requests that certificates have come for.
    let issued: [PendingRequest]
    /// The relay; nil for other operations.
    let relay: JobRelayRun?
    /// The files that the user has picked; none for other operations.
    let picked: PickedFiles
    let program: any JobProgram

    /// Does it, and nothing that was not agreed to.
    func run(_ consent: consuming Consent) throws -> [JobResult] {
        let job = verified.job
        for (index, subject) in try subjects().enumerated() { try consent.check(subject, at: index) }
        switch job.operation {
        case .enroll(let subject):
            let pending = try waiting ?? enrollment.request(subject, used())
            let name = Hex.encode(pending.keyIdentifier)
            return [
                JobResult(
                    name: name,
                    kind: .request,
                    octets: pending.request.derRepresentation,
                    file: JobExecution.file(name, job.operation)
                )
            ]
        case .collect: return try enrollment.store(issued, for: program)
        case .relay: return try relay.map { [try $0.run()] } ?? []
        case .attach: return picked.results
        default: return try job.documents.indices.map { try make($0) }
        }
    }

    /// What a question names of a job, as digests: each document, or the subject of a request.
    static func subjects(_ job: Job, _ picked: PickedFiles) throws -> [[UInt8]] {
        guard job.operation.attachments.isEmpty else { return picked.files.map(\.digest) }
        guard case .enroll(let subject) = job.operation else { return job.documents.map(\.digest) }
        return [try digest(subject)]
    }

    private static func digest(_ subject: DistinguishedName) throws -> [UInt8] {
        try HashAlgorithm.sha256.hash(Array(subject.description.utf8))
    }

    /// The digests of what is about to be signed or sent, computed from the contents that are here.
    private func subjects() throws -> [[UInt8]] {
        guard picked.files.isEmpty else { return try picked.files.map { try HashAlgorithm.sha256.hash($0.content) } }
        guard documents.contents.count == verified.job.documents.count else {
            return try JobExecution.subjects(verified.job, picked)
        }
        return try zip(verified.job.documents, documents.contents).map { document, content in
            try content.map { try document.hash.hash($0) } ?? document.digest
        }
    }

    private func content(at index: Int) throws -> [UInt8] {
        guard let content = documents.contents[index] else {
            throw JobRefusal(.document, "'\(verified.job.documents[index].name)' is missing")
        }
        return content
    }

    /// How the file of a result is called; nil where none is written.
    static func file(_ name: String, _ operation: JobOperation) -> String? {
        switch operation {
        case .signPDF: name.lowercased().hasSuffix(".pdf") ? "\(name.dropLast(4))-signed.pdf" : "\(name)-signed.pdf"
        case .signXML: XMLFile.signedName(name)
        case .timestamp: name + ".tsr"
        case .enroll: name + ".csr"
        case .collect, .attach: nil
        case .relay(let relay): relay.answer == nil ? JobRelayRun.file(name) : nil
        case .signData(let form), .signDigest(let form):
            name + (form == .raw ? ".sig" : form == .attached ? ".p7m" : ".p7s")
        }
    }

    private func used() throws -> SigningSession {
        guard let session else { throw JobRefusal(.key, "the job does not name a key") }
        return session
    }

    private func make(_ index: Int) throws -> JobResult {
        let job = verified.job
        let document = job.documents[index]
        var made: [UInt8] = []
        let output = MemoryOutput { made = $0 }
        let kind: JobResult.Kind
        switch job.operation {
        case .signDigest(let form):
            try used().sign(digest: document.digest, as: form.signatureForm, hash: document.hash, to: output)
            kind = .signature
        case .signData(let form):
            let content = try content(at: index)
            var source = MemorySource(content)
            try used().sign(&source, size: UInt64(content.count), as: form.signatureForm, to: output)
            kind = .signature
        case .signPDF:
            try signPDF(content(at: index), to: output)
            kind = .document
        case .signXML(let form):
            made = try signXML(content(at: index), form)
            kind = .document
        default:
            made = try timestamp(document)
            kind = .timestamp
        }
        return JobResult(
            name: document.name,
            kind: kind,
            octets: made,
            file: JobExecution.file(document.name, job.operation)
        )
    }

    private func signPDF(_ content: [UInt8], to output: consuming MemoryOutput) throws {
        let document = try PDFDocument(PDFMemory(content))
        var source = MemorySource(content)
        try used().sign(
            &source,
            size: UInt64(content.count),
            to: output,
            as: { try PDFSigner(document, signer: $0, options: PDFSignatureOptions()) }
        )
    }

    private func signXML(_ content: [UInt8], _ form: JobOperation.Form) throws -> [UInt8] {
        var made: [UInt8] = []
        var output = MemoryOutput { made = $0 }
        var source = MemorySource(content)
        let properties = form == .xades ? XAdESOptions(mediaType: "text/xml") : nil
        try used().signXML(&source, .enveloped, xades: properties, to: &output)
        try output.publish()
        return made
    }

    private func timestamp(_ document: JobDocument) throws -> [UInt8] {
        guard let timestamps else { throw JobRefusal(.operation, "no timestamp authority was specified") }
        let outcome = try timestamps.timestamp(MessageImprint(hash: document.hash, digest: document.digest))
        for failure in outcome.failures { program.tell(.warning("\(failure)")) }
        if !outcome.report.isValid { program.tell(.untrustedTimestamp) }
        return outcome.response.derRepresentation
    }
}

extension JobOperation.Form {
    /// The form of signatures that stand beside a document or around it.
    fileprivate var signatureForm: SignatureForm {
        switch self {
        case .detached: .detachedCMS
        case .attached: .attachedCMS
        default: .raw
        }
    }
}
