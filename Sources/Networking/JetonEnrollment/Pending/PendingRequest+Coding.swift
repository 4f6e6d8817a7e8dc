import JetonASN1
import JetonJSON
import JetonOctets
import JetonX509

extension PendingRequest {
    /// The file: a line with the ``PendingSummary``, and a line with the rest, both canonical JSON.
    var encoded: [UInt8] {
        var members: [String: CanonicalJSON] = [
            "attestation": .array(attestation.map { .string(Base64.encode($0.derRepresentation)) }),
            "certificates": .array(certificates.map { .string(Base64.encode($0.derRepresentation)) }),
            "reason": .string(reason),
            "request": .string(Base64.encode(request.derRepresentation)),
        ]
        if !former.isEmpty { members["former"] = .string(Hex.encode(former)) }
        if let user = service.user { members["user"] = .string(user) }
        if let template = service.template { members["template"] = template.json }
        if isRenewal { members["renewal"] = .boolean(true) }
        if !clientKey.isEmpty { members["clientKey"] = .string(clientKey) }
        if !cookie.isEmpty { members["cookie"] = .string(cookie) }
        if !service.arguments.isEmpty { members["arguments"] = .array(service.arguments.map { .string($0) }) }
        if let message { members["message"] = .string(Base64.encode(message)) }
        if let transaction {
            members["transaction"] = .object([
                "identifier": .string(Hex.encode(transaction.identifier)),
                "nonce": .string(Hex.encode(transaction.peerNonce)),
                "number": .integer(Int64(transaction.requestNumber)),
                "unconfirmed": .boolean(transaction.isUnconfirmed),
            ])
        }
        return PendingSummary(self).json.encoded + [0x0A] + CanonicalJSON.object(members).encoded + [0x0A]
    }

    /// Reads a file.
    ///
    /// - Throws: ``EnrollmentError/Code/damaged``.
    init(file: [UInt8], name: String) throws(EnrollmentError) {
        do {
            self = try PendingRequest.read(file)
        } catch {
            let context = "the pending request '\(name)' is damaged: \(error)"
            throw EnrollmentError(.damaged, context, request: String(name.prefix(8)))
        }
    }

    private static func read(_ file: [UInt8]) throws -> PendingRequest {
        var reader = JSONReader(file)
        let summary = try PendingSummary(reader.readLine().value)
        let (value, end) = try reader.readLine()
        guard end == file.count else { throw EncodingError(.trailingOctets, at: end) }
        var object = try CanonicalJSONObject(value)
        let limit = 1 << 21
        let octets = try object.base64("request", limit: limit)
        var service = EnrollmentService(summary.kind, url: summary.url)
        service.user = try object.optionalString("user")
        if object.has("arguments") { service.arguments = try object.strings("arguments", limit: 64) }
        if object.has("template") { service.template = try MailboxTemplate(.object(object.object("template"))) }
        var request = try PendingRequest(
            CertificationRequest(derRepresentation: octets),
            service: service,
            token: summary.token,
            label: summary.label,
            objectID: summary.objectID,
            created: summary.created
        )
        guard request.keyIdentifier == summary.keyIdentifier else { throw EncodingError(.unexpectedValue, at: 0) }
        request.state = summary.state
        request.nextPoll = summary.nextPoll
        request.note = summary.note
        request.asked = summary.asked
        if object.has("former") { request.former = try object.hex("former", count: 32) }
        request.reason = try object.string("reason")
        request.isRenewal = try object.optionalBoolean("renewal") ?? false
        request.clientKey = try object.optionalString("clientKey", limit: 510) ?? ""
        request.cookie = try object.optionalString("cookie", limit: HelperClient.cookieLimit) ?? ""
        if object.has("message") { request.message = try object.base64("message", limit: limit) }
        if object.has("transaction") {
            request.transaction = try transaction(.object(object.object("transaction")))
        }
        request.certificates = try certificates(object.strings("certificates", limit: certificateLimit))
        request.attestation = try certificates(object.strings("attestation", limit: 8))
        try object.finish()
        guard request.state != .issued || !request.certificates.isEmpty else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return request
    }

    private static func transaction(_ value: CanonicalJSON) throws(EncodingError) -> Transaction {
        var object = try CanonicalJSONObject(value)
        var transaction = Transaction(identifier: try object.hex("identifier", count: 16))
        let nonce = try object.string("nonce", limit: 256)
        guard let octets = Hex.decode(nonce) else { throw EncodingError(.unexpectedValue, at: 0) }
        transaction.peerNonce = octets
        transaction.requestNumber = Int(try object.integer("number", in: -1...0))
        transaction.isUnconfirmed = try object.optionalBoolean("unconfirmed") ?? false
        try object.finish()
        return transaction
    }

    private static func certificates(_ texts: [String]) throws -> [Certificate] {
        try texts.map { text in
            guard let octets = Base64.decode(text) else { throw EncodingError(.unexpectedValue, at: 0) }
            return try Certificate(derRepresentation: octets)
        }
    }
}
