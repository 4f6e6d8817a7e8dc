import JetonASN1
import JetonJSON
import JetonOctets
import JetonX509

extension Job {
    /// Reads the content of a job.
    ///
    /// - Parameter content: JSON in UTF-8.
    /// - Throws: ``JobRefusal/Code/content`` for anything but the closed schema, ``JobRefusal/Code/operation`` for an
    ///   operation that is not known, ``JobRefusal/Code/text`` for texts with control characters.
    public init(content: [UInt8]) throws(JobRefusal) {
        let value: CanonicalJSON
        do {
            value = try JSONReader.read(content, as: .interchange)
        } catch {
            throw JobRefusal(.content, "the content is not strict JSON: \(error)")
        }
        var reader = try JobReader(value, "job")
        guard try reader.string("typ") == "jeton.job/1" else {
            throw JobRefusal(.content, "'typ' is not jeton.job/1")
        }
        identifier = try reader.string("jti", limit: 36)
        issuer = try reader.string("iss", limit: 512)
        audience = try reader.strings("aud", limit: 64)
        issuedAt = try reader.integer("iat", in: 0...JobReader.timeLimit)
        notBefore = try reader.integer("nbf", in: 0...JobReader.timeLimit)
        expires = try reader.integer("exp", in: 0...JobReader.timeLimit)
        operation = try Job.operation(reader.string("op", limit: 64), reader.object("params"))
        documents = try Job.documents(reader.array("documents", limit: Job.documentLimit), operation)
        let hasKey = operation.needsKey || operation.relay != nil && reader.has("key")
        key = try hasKey ? Job.key(reader.object("key"), operation) : nil
        var display = try reader.object("display")
        title = try display.text("title", limit: 256)
        text = try display.text("text", limit: 8192, isLong: true)
        try display.finish()
        if reader.has("reply") {
            var reply = try reader.object("reply")
            replyURL = try reply.string("url", limit: 4096)
            try reply.finish()
        } else {
            replyURL = nil
        }
        try reader.finish()
        guard operation.attachments.isEmpty || replyURL != nil else {
            throw JobRefusal(.content, "'reply' is missing: the files would go nowhere")
        }
        guard Job.isUUID(identifier) else { throw JobRefusal(.content, "'jti' is not a UUID in lower case") }
        guard !audience.isEmpty else { throw JobRefusal(.content, "'aud' is empty") }
    }

    /// Whether a text is a UUID of RFC 9562 in lower case, and so a safe name of a file.
    static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return false }
        return text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    private static func key(_ value: JobReader, _ operation: JobOperation) throws(JobRefusal) -> Key {
        var value = value
        let key: Key
        if value.has("skid") {
            key = .identifier(try value.hex("skid", count: 20))
        } else if case .enroll = operation {
            throw JobRefusal(.content, "enroll requires the identifier of a key that has no certificate yet")
        } else {
            key = .issuer(try value.text("issuer", limit: 4096))
        }
        try value.finish()
        return key
    }

    private static func operation(_ name: String, _ parameters: JobReader) throws(JobRefusal) -> JobOperation {
        guard JobOperation.names.contains(name) else {
            throw JobRefusal(.operation, "unknown operation '\(name)'")
        }
        var parameters = parameters
        let text = try parameters.string("form", limit: 32)
        let subject = name == "enroll" ? try parameters.text("subject", limit: 4096) : ""
        let relay = name == "relay" ? try Job.relay(&parameters) : nil
        let files = name == "attach" ? try Job.attachments(&parameters) : []
        try parameters.finish()
        let form = JobOperation.Form(rawValue: text)
        switch (name, form) {
        case ("sign-data", .raw?), ("sign-data", .detached?), ("sign-data", .attached?):
            return .signData(form ?? .raw)
        case ("sign-digest", .raw?), ("sign-digest", .detached?): return .signDigest(form ?? .raw)
        case ("sign-pdf", .pades?): return .signPDF
        case ("sign-xml", .xades?), ("sign-xml", .xmldsig?): return .signXML(form ?? .xades)
        case ("timestamp", .timestamp?): return .timestamp
        case ("collect", .certificates?): return .collect
        case ("relay", .https?):
            guard let relay else { break }
            return .relay(relay)
        case ("attach", .file?): return .attach(files)
        case ("enroll", .request?):
            guard let subject = try? DistinguishedName(subject) else {
                throw JobRefusal(.content, "'subject' is not an RFC 4514 name")
            }
            return .enroll(subject: subject)
        default: break
        }
        throw JobRefusal(.content, "\(name) does not have the form '\(text)'")
    }

    private static func relay(_ parameters: inout JobReader) throws(JobRefusal) -> JobRelay {
        guard let method = JobRelay.Method(rawValue: try parameters.string("method", limit: 8)) else {
            throw JobRefusal(.content, "'method' must be POST or PUT")
        }
        let target = try parameters.string("to", limit: 4096)
        guard JobOrigin(of: target) != nil else { throw JobRefusal(.content, "'to' is not an https URL") }
        let answer = parameters.has("answer") ? try parameters.string("answer", limit: 4096) : nil
        return JobRelay(method: method, target: target, answer: answer, fields: try fields(&parameters))
    }

    private static func attachments(_ parameters: inout JobReader) throws(JobRefusal) -> [JobAttachment] {
        var attachments: [JobAttachment] = []
        for value in try parameters.array("files", limit: JobAttachment.countLimit) {
            var reader = try JobReader(value, "file")
            let label = try reader.text("label", limit: 128)
            let types = try reader.strings("mediaTypes", limit: 16)
            let size = try reader.integer("size", in: 1...JobAttachment.sizeLimit)
            try reader.finish()
            attachments.append(try JobAttachment(label: label, mediaTypes: types, size: size))
        }
        guard !attachments.isEmpty else { throw JobRefusal(.content, "there is no file to attach") }
        return attachments
    }

    private static func fields(_ parameters: inout JobReader) throws(JobRefusal) -> [JobField] {
        guard parameters.has("fields") else { return [] }
        var fields: [JobField] = []
        for value in try parameters.array("fields", limit: JobField.countLimit) {
            var reader = try JobReader(value, "field")
            let field = try JobField(reader.string("name", limit: 64), reader.string("value"))
            try reader.finish()
            guard !fields.contains(where: { $0.name.lowercased() == field.name.lowercased() }) else {
                throw JobRefusal(.content, "the field '\(field.name)' appears twice")
            }
            fields.append(field)
        }
        return fields
    }

    private static func documents(
        _ values: [CanonicalJSON],
        _ operation: JobOperation
    ) throws(JobRefusal) -> [JobDocument] {
        var documents: [JobDocument] = []
        for value in values {
            var reader = try JobReader(value, "document")
            let name = try reader.text("name", limit: 255)
            try JobText.checkName(name, among: documents)
            let mediaType = try reader.text("mediaType", limit: 127)
            let largest = operation.relay == nil ? JobDocument.sizeLimit : CanonicalJSON.largestInteger
            let size = try reader.integer("size", in: 0...largest)
            var digest = try reader.object("digest")
            let algorithm = try digest.string("alg", limit: 16)
            let known: [HashAlgorithm] = [.sha256, .sha384, .sha512]
            guard let hash = known.first(where: { $0.rawValue == algorithm }) else {
                throw JobRefusal(
                    .content,
                    "the digest algorithm must be one of sha256, sha384, sha512, not '\(algorithm)'"
                )
            }
            let octets = try digest.hex("value", count: hash.digestSize)
            try digest.finish()
            let url = reader.has("url") ? try reader.string("url", limit: 4096) : nil
            if operation.relay != nil {
                guard url != nil else { throw JobRefusal(.content, "a relay's document must have a URL") }
            } else if !operation.readsDocuments, url != nil {
                throw JobRefusal(.content, "sign-digest has documents that are not fetched, but one has a URL")
            }
            try reader.finish()
            documents.append(
                JobDocument(name: name, mediaType: mediaType, size: size, hash: hash, digest: octets, url: url)
            )
        }
        if case .enroll = operation {
            guard documents.isEmpty else { throw JobRefusal(.content, "enroll has no documents") }
        } else if !operation.attachments.isEmpty {
            guard documents.isEmpty else { throw JobRefusal(.content, "attach has no documents") }
        } else if documents.isEmpty {
            throw JobRefusal(.content, "the document is missing")
        } else if operation.relay != nil, documents.count > 1 {
            throw JobRefusal(.content, "a relay must have exactly one document")
        }
        return documents
    }
}
