import JetonASN1
import JetonLibcrypto
import JetonNetwork
import JetonOctets
package import JetonX509

/// Requests certificates over CMP: submits, polls, and confirms what it received.
///
/// - SeeAlso: RFC 9810, 5.3; RFC 9811; RFC 9483.
package struct CMPClient {
    private let exchange: EnrollmentExchange
    private let protection: CMPProtection
    private let trust: TrustStore

    /// Makes a client; no connection is made yet.
    ///
    /// - Parameters:
    ///   - exchange: The URL.
    ///   - protection: How the messages are protected.
    ///   - trust: The anchors of the authority's signatures; with none, only answers by the password are accepted.
    package init(exchange: EnrollmentExchange, protection: CMPProtection, trust: TrustStore = TrustStore()) {
        self.exchange = exchange
        self.protection = protection
        self.trust = trust
    }

    /// A transaction that has not begun.
    ///
    /// - Throws: `LibcryptoError`.
    package static func transaction() throws -> PendingRequest.Transaction {
        PendingRequest.Transaction(identifier: try Random.octets(16))
    }

    /// Sends a request, or asks again for one that was sent.
    ///
    /// A transaction that may have begun is asked for first; only if the authority does not know it, the same request
    /// is sent in a new one. What the authority issued is handed to `keep` before it is confirmed.
    ///
    /// - Parameters:
    ///   - pending: The request, changed by each answer.
    ///   - wasSent: Whether the request may have reached the authority before.
    ///   - now: The time in seconds since 1970.
    ///   - keep: Puts the request on the disk.
    /// - Throws: ``EnrollmentError``, `NetworkError`; what `keep` and the key throw.
    package func advance(
        _ pending: inout PendingRequest,
        wasSent: Bool,
        at now: Int64,
        keep: (PendingRequest) throws -> Void
    ) throws {
        if pending.state == .issued { return try confirm(&pending, keep: keep) }
        if wasSent, pending.transaction != nil {
            do {
                return try poll(&pending, at: now, keep: keep)
            } catch let error as EnrollmentError where error.code == .refused && pending.state == .prepared {
                pending.transaction = try CMPClient.transaction()
                try keep(pending)
            }
        }
        if pending.transaction == nil { pending.transaction = try CMPClient.transaction() }
        pending.transaction?.requestNumber = pending.message == nil ? -1 : 0
        try keep(pending)
        let body = pending.message ?? CMPBody.pkcs10Request.encode(pending.request.derRepresentation)
        let answer = try send(body, &pending)
        try take(answer, &pending, at: now, keep: keep)
    }

    private func poll(
        _ pending: inout PendingRequest,
        at now: Int64,
        keep: (PendingRequest) throws -> Void
    ) throws {
        let answer = try send(pollRequest(pending), &pending)
        try take(answer, &pending, at: now, keep: keep)
    }

    private func pollRequest(_ pending: PendingRequest) -> [UInt8] {
        let number = CMPClient.integer(pending.transaction?.requestNumber ?? -1)
        return CMPBody.pollRequest.encode(DER.sequence(DER.sequence(number)))
    }

    private static func integer(_ number: Int) -> [UInt8] {
        number < 0 ? DER.element(.integer, [0xFF]) : DER.integer(UInt64(number))
    }

    // MARK: - Answers

    private func take(
        _ message: CMPMessage,
        _ pending: inout PendingRequest,
        at now: Int64,
        keep: (PendingRequest) throws -> Void
    ) throws {
        switch message.kind {
        case .pollResponse:
            pending.take(.waiting(seconds: try CMPClient.checkAfter(message)), at: now)
            try keep(pending)
        case .initializationResponse, .certificationResponse, .keyUpdateResponse:
            let response = try CMPClient.reading { () throws(EncodingError) in try CMPResponse(message.content) }
            try take(response, message, &pending, at: now)
            try keep(pending)
            try confirm(&pending, keep: keep)
        default: throw EnrollmentError(.malformedAnswer, "\(exchange.url.host) sent an unexpected message")
        }
    }

    private func take(
        _ response: CMPResponse,
        _ message: CMPMessage,
        _ pending: inout PendingRequest,
        at now: Int64
    ) throws {
        pending.transaction?.requestNumber = response.requestNumber
        if response.status.isWaiting { return pending.take(.waiting(seconds: 0), at: now) }
        if response.status.isRejected {
            let words = response.status.words
            return pending.take(.rejected(words.isEmpty ? "the authority gave no reason" : words), at: now)
        }
        guard response.status.isGranted, let certificate = response.certificate else {
            throw EnrollmentError(
                .malformedAnswer,
                "\(exchange.url.host) answered with status \(response.status.number) and no readable certificate"
            )
        }
        guard certificate.publicKey.kind == pending.request.publicKey.kind else {
            throw EnrollmentError(.malformedAnswer, "\(exchange.url.host) returned a certificate for another key")
        }
        var issuers: [Certificate] = []
        for other in response.issuers + message.certificates.prefix(16)
        where other != certificate && !issuers.contains(other) && issuers.count < 24 { issuers.append(other) }
        pending.take(.issued([certificate] + issuers), at: now)
        pending.transaction?.isUnconfirmed = true
    }

    private static func checkAfter(_ message: CMPMessage) throws(EnrollmentError) -> Int {
        try reading { () throws(EncodingError) in
            var reader = try message.content.members(of: .sequence)
            var entry = try reader.next().members(of: .sequence)
            _ = try entry.next().int()
            return try entry.next().int()
        }
    }

    // MARK: - Confirmation

    /// Tells the authority that its certificate is here; only after the certificate is on the disk.
    private func confirm(_ pending: inout PendingRequest, keep: (PendingRequest) throws -> Void) throws {
        guard pending.transaction?.isUnconfirmed == true, let certificate = pending.certificates.first else { return }
        let scheme = SignatureScheme(certificate.signatureAlgorithm)
        // RFC 9810, 5.3.18: an algorithm without a hash of its own needs the hash's name.
        let hash = scheme?.hash ?? .sha256
        var members = [
            DER.octetString(try certificate.fingerprint(hash)),
            CMPClient.integer(pending.transaction?.requestNumber ?? -1),
        ]
        if scheme?.hash == nil { members.append(DER.explicit(0, AlgorithmIdentifier(hash).derRepresentation)) }
        let body = CMPBody.certificateConfirmation.encode(DER.sequence(DER.sequence(members)))
        let answer = try send(body, &pending)
        guard answer.kind == .confirmation else {
            throw EnrollmentError(.malformedAnswer, "\(exchange.url.host) did not reply to the confirmation")
        }
        pending.transaction?.isUnconfirmed = false
        try keep(pending)
    }

    // MARK: - Messages

    private func send(_ body: [UInt8], _ pending: inout PendingRequest) throws -> CMPMessage {
        guard let transaction = pending.transaction else {
            throw EnrollmentError(.damaged, "the pending request has no transaction")
        }
        var header = CMPHeader()
        header.transaction = transaction.identifier
        header.senderNonce = try Random.octets(16)
        header.recipientNonce = transaction.peerNonce
        let message = try protection.protect(header, body: body)
        let (head, octets) = try exchange.post(
            message,
            [("Content-Type", "application/pkixcmp"), ("Accept", "application/pkixcmp")]
        )
        let host = exchange.url.host
        // RFC 9811, 3.4: some servers put errors of CMP beside a status of HTTP.
        guard EnrollmentExchange.contentType(head) == "application/pkixcmp" else {
            guard 200..<300 ~= head.status else { throw exchange.refusal(head) }
            throw EnrollmentError(.malformedAnswer, "\(host) did not answer with a CMP message")
        }
        let answer = try CMPMessage(octets)
        let refusal = try protection.refusal(of: answer, trust: trust)
        if answer.kind == .error {
            let words = try CMPClient.words(answer)
            let proof = refusal == nil ? "" : " (the message is not authentic)"
            throw EnrollmentError(.refused, "\(host) refused the message\(proof): \(words)")
        }
        if let refusal { throw EnrollmentError(.notAuthentic, "the answer from \(host) is not accepted: \(refusal)") }
        guard answer.header.transaction == header.transaction,
            answer.header.recipientNonce == header.senderNonce
        else {
            throw EnrollmentError(.notAuthentic, "the answer from \(host) belongs to another transaction")
        }
        pending.transaction?.peerNonce = answer.header.senderNonce
        return answer
    }

    /// The words of an ErrorMsgContent.
    private static func words(_ message: CMPMessage) throws(EnrollmentError) -> String {
        try reading { () throws(EncodingError) in
            var reader = try message.content.members(of: .sequence)
            let status = try CMPStatus(reader.next())
            _ = try reader.nextIf(.integer)
            var words = status.words.isEmpty ? [] : [status.words]
            if let details = try reader.nextIf(.sequence) { words += try CMPStatus.texts(details) }
            return words.isEmpty ? "no reason is given" : words.joined(separator: ", ").prefix(bytes: 1024)
        }
    }

    private static func reading<Value>(
        _ body: () throws(EncodingError) -> Value
    ) throws(EnrollmentError) -> Value {
        do {
            return try body()
        } catch {
            throw EnrollmentError(.malformedAnswer, "the answer is not a CMP message: \(error)")
        }
    }
}
