import JetonASN1
import JetonNetwork
import JetonOctets
import JetonX509

/// Posts requests to a web service, and later asks for all certificates at once.
package struct MailboxClient {
    private let exchange: EnrollmentExchange
    private let template: MailboxTemplate

    /// Makes a client for a service; no connection is made yet.
    ///
    /// - Throws: ``EnrollmentError/Code/invalidService``.
    package init(_ service: EnrollmentService, exchange: EnrollmentExchange) throws(EnrollmentError) {
        guard let template = service.template else {
            throw EnrollmentError(.invalidService, "the mailbox has no template")
        }
        self.template = template
        self.exchange = exchange
    }

    /// An answer to a request, and what the service says beside it.
    package struct Reply {
        /// The answer.
        package let answer: EnrollmentAnswer
        /// What the service says; nil for nothing.
        package let note: AuthorityNote?
    }

    /// Posts a request.
    ///
    /// - Returns: The certificate, if the answer has one for the key already.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func submit(_ pending: PendingRequest) throws -> Reply {
        let body = BodyTemplate.fill(
            template.submit,
            [
                ("request", Base64.encode(pending.request.derRepresentation)),
                ("identifier", Hex.encode(pending.keyIdentifier)),
                ("attestation", MailboxClient.text(pending.attestation)),
            ]
        )
        let answer = try post(body, limit: 1 << 20)
        let certificates = CertificateBag.scan(answer)
        return Reply(
            answer: MailboxClient.answer(
                to: pending,
                certificates,
                size: answer.count,
                hasNone: certificates.isEmpty
            ),
            note: template.note(in: answer)
        )
    }

    /// The certificates of an attestation in PEM, in base64 once more; empty without one.
    private static func text(_ attestation: [Certificate]) -> String {
        Base64.encode(Array(attestation.map(\.pemRepresentation).joined().utf8))
    }

    /// Asks for the certificates of any number of keys by one request.
    ///
    /// - Returns: The answer to each of the requests, in their order; whose certificates are whose, their keys say. What the
    ///   service says belongs to a request only where there is one.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func collect(_ requests: [PendingRequest]) throws -> [Reply] {
        let items = requests.map { request in
            BodyTemplate.fill(template.item, [("identifier", Hex.encode(request.keyIdentifier))])
        }
        let body = BodyTemplate.fill(
            template.collect,
            [("identifiers", items.joined(separator: template.separator))]
        )
        let answer = try post(body, limit: 64 << 20)
        let certificates = CertificateBag.scan(answer)
        // Not every request with every certificate: there may be thousands of both.
        var byKey: [[UInt8]: [Certificate]] = [:]
        for certificate in certificates { byKey[certificate.publicKey.keyOctets, default: []].append(certificate) }
        let issuers = certificates.filter { $0.basicConstraints?.isAuthority == true }.prefix(16)
        return requests.map { pending in
            let own = byKey[pending.request.publicKey.keyOctets] ?? []
            let isEmpty = certificates.isEmpty
            return Reply(
                answer: MailboxClient.answer(to: pending, own + issuers, size: answer.count, hasNone: isEmpty),
                note: requests.count == 1 ? template.note(in: answer) : nil
            )
        }
    }

    /// A service has no word for a decision: where no certificate is for the key, that is all that is known.
    private static func answer(
        to pending: PendingRequest,
        _ certificates: [Certificate],
        size: Int,
        hasNone: Bool
    ) -> EnrollmentAnswer {
        if let issued = CertificateBag.ordered(certificates, for: pending.request.publicKey) { return .issued(issued) }
        let others = hasNone ? "no certificate" : "no certificate for this key"
        return .unclear("the answer of \(size) bytes contains \(others)")
    }

    private func post(_ body: String, limit: UInt64) throws -> [UInt8] {
        var fields = [("Content-Type", template.contentType)]
        if let action = template.action { fields.append(("SOAPAction", "\"\(action)\"")) }
        let (head, answer) = try exchange.post(Array(body.utf8), fields, limit: limit)
        guard 200..<300 ~= head.status else { throw exchange.refusal(head) }
        return answer
    }
}
