import JetonASN1
import JetonCMS
import JetonOctets
import JetonX509

extension JobVerifier {
    /// How far the signing time may lie from now, in seconds.
    private static let olderWindow: Int64 = 600
    /// The contents of id-data.
    static let dataType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    /// Checks a message of the older form, after its signature was computed.
    ///
    /// The signer is the pinned one itself. The job's identifier is the digest of all that the signer signed: content,
    /// signing time and certificate. The message's own digest would not do, since one signature has many encodings.
    ///
    /// - Throws: ``JobRefusal``, the first that applies.
    func verifyOlder(_ report: CMSReport, _ content: [UInt8]) throws(JobRefusal) -> VerifiedJob {
        let signer = report.signers[0]
        guard report.isIntact, let certificate = signer.certificate else {
            let reason = signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "the certificate is missing"
            throw JobRefusal(.signature, "the signature is not valid: \(reason)")
        }
        guard let hash = signer.contentHash, !hash.isWeak else {
            throw JobRefusal(.signature, "the signature uses SHA-1")
        }
        guard let issuer = issuers.first(where: { $0.allowsOlderForm && $0.certificate == certificate }) else {
            throw JobRefusal(.signer, "'\(certificate)' is not pinned for jobs of the older form")
        }
        guard signer.isTrusted else {
            let reason = signer.failures.first { $0.check.isAboutTrust }?.detail ?? "it is not valid now"
            throw JobRefusal(.signer, "'\(certificate)' is not trusted for jobs: \(reason)")
        }
        guard let time = signer.signingTime?.secondsSince1970 else {
            throw JobRefusal(.time, "the signature has no signing time")
        }
        let distance = now.secondsSince1970 - time
        guard abs(distance) <= JobVerifier.olderWindow else {
            throw JobRefusal(
                .time,
                "the signing time of the job differs from the current time by more than "
                    + "\(JobVerifier.olderWindow / 60) minutes"
            )
        }
        let request = try OlderRequest(content)
        let (operation, documents) = try OlderJob.operation(request)
        let replyURL = request.texts["Reply"]
        guard replyURL.map({ JobOrigin(of: $0) == issuer.origin }) ?? true else {
            throw JobRefusal(.url, "a URL in the job does not belong to \(issuer.origin)")
        }
        guard operation.attachments.isEmpty || replyURL != nil else {
            throw JobRefusal(.content, "'Reply' is missing: the files would go nowhere")
        }
        try check(operation, issuer)
        let job = Job(
            identifier: try OlderJob.identifier(content, time, certificate),
            issuer: issuer.origin.description,
            audience: [installation],
            issuedAt: time,
            notBefore: time,
            expires: time + JobVerifier.olderWindow,
            operation: operation,
            documents: documents,
            key: try OlderJob.key(request, operation),
            title: try OlderJob.title(request),
            text: "",
            replyURL: replyURL
        )
        return VerifiedJob(
            job: job,
            issuer: issuer,
            signer: certificate,
            certificates: report.certificates,
            olderContents: request.documents.map { $0.algorithm == nil ? $0.octets : nil }
        )
    }
}

/// What a request of the older form means as a job.
private enum OlderJob {
    static func operation(_ request: OlderRequest) throws(JobRefusal) -> (JobOperation, [JobDocument]) {
        let form = request.texts["Form"]
        let operation: JobOperation
        switch (request.texts["Operation"], form) {
        case ("sign-data", "raw"): operation = .signData(.raw)
        case ("sign-data", "cms-detached"): operation = .signData(.detached)
        case ("sign-data", "cms-attached"): operation = .signData(.attached)
        case ("sign-digest", "raw"): operation = .signDigest(.raw)
        case ("sign-digest", "cms-detached"): operation = .signDigest(.detached)
        case ("timestamp", nil): operation = .timestamp
        case ("attach", nil): operation = .attach(try attachments(request))
        default: throw JobRefusal(.operation, "the operation or its form is not one of the older form")
        }
        var documents: [JobDocument] = []
        for document in request.documents {
            try JobText.checkName(document.name, among: documents)
            documents.append(try read(document, operation))
        }
        let hasFiles = !operation.attachments.isEmpty
        guard documents.isEmpty == hasFiles, request.files.isEmpty != hasFiles else {
            throw JobRefusal(.content, "there is no document, or a file where none is attached")
        }
        return (operation, documents)
    }

    private static func attachments(_ request: OlderRequest) throws(JobRefusal) -> [JobAttachment] {
        var attachments: [JobAttachment] = []
        for file in request.files {
            try JobText.check(file.label, "a file's label")
            guard let size = Int64(file.size) else { throw JobRefusal(.content, "'size' is not a number") }
            let types = file.types.split(separator: " ").map(String.init)
            attachments.append(try JobAttachment(label: file.label, mediaTypes: types, size: size))
        }
        guard !attachments.isEmpty else { throw JobRefusal(.content, "there is no file to attach") }
        return attachments
    }

    private static func read(
        _ document: OlderRequest.Document,
        _ operation: JobOperation
    ) throws(JobRefusal) -> JobDocument {
        let isDigest = operation == .timestamp && document.algorithm != nil
        if operation.readsDocuments, !isDigest {
            guard document.algorithm == nil, let digest = try? HashAlgorithm.sha256.hash(document.octets) else {
                throw JobRefusal(.content, "a signed document has no algorithm")
            }
            return JobDocument(
                name: document.name,
                mediaType: "application/octet-stream",
                size: Int64(document.octets.count),
                hash: .sha256,
                digest: digest,
                url: nil
            )
        }
        let known: [HashAlgorithm] = [.sha256, .sha384, .sha512]
        guard let hash = known.first(where: { $0.rawValue == document.algorithm }),
            document.octets.count == hash.digestSize
        else { throw JobRefusal(.content, "the algorithm of a digest must be one of sha256, sha384, sha512") }
        return JobDocument(
            name: document.name,
            mediaType: "application/octet-stream",
            size: 0,
            hash: hash,
            digest: document.octets,
            url: nil
        )
    }

    static func key(_ request: OlderRequest, _ operation: JobOperation) throws(JobRefusal) -> Job.Key? {
        guard let text = request.texts["Key"] else {
            guard operation.needsKey else { return nil }
            throw JobRefusal(.content, "'Key' is missing")
        }
        guard operation.needsKey, JobVerifier.isIdentifier(text), let octets = Hex.decode(text) else {
            throw JobRefusal(.content, "'Key' is not the SHA-1 identifier of a key")
        }
        return .identifier(octets)
    }

    static func title(_ request: OlderRequest) throws(JobRefusal) -> String {
        let title = request.texts["Title"] ?? ""
        guard title.utf8.count <= 256 else { throw JobRefusal(.content, "'Title' is too long") }
        try JobText.check(title, "'Title'")
        return title
    }

    /// SHA-256 of what was signed, in hexadecimal.
    static func identifier(
        _ content: [UInt8],
        _ time: Int64,
        _ certificate: Certificate
    ) throws(JobRefusal) -> String {
        do {
            let signer = try HashAlgorithm.sha256.hash(certificate.derRepresentation)
            let digest = try HashAlgorithm.sha256.hash(content)
            return Hex.encode(try HashAlgorithm.sha256.hash(Array("older \(time) ".utf8) + signer + digest))
        } catch {
            throw JobRefusal(.content, "the content can't be hashed: \(error)")
        }
    }
}
