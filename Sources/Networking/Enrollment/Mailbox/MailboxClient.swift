import ASN1
import Network
import Octets
package import X509

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

    /// Posts a request.
    ///
    /// - Returns: The certificate, if the answer has one for the key already.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func submit(_ pending: PendingRequest) throws -> EnrollmentAnswer {
        let body = MailboxTemplate.fill(
            template.submit,
            [
                ("request", Base64.encode(pending.request.derRepresentation)),
                ("identifier", Hex.encode(pending.keyIdentifier)),
                ("attestation", MailboxClient.text(pending.attestation)),
            ]
        )
        let certificates = CertificateBag.scan(try post(body, limit: 1 << 20))
        guard let issued = CertificateBag.ordered(certificates, for: pending.request.publicKey) else {
            return .waiting(seconds: 0)
        }
        return .issued(issued)
    }

    /// The certificates of an attestation in PEM, in base64 once more; empty without one.
    private static func text(_ attestation: [Certificate]) -> String {
        Base64.encode(Array(attestation.map(\.pemRepresentation).joined().utf8))
    }

    /// Asks for the certificates of any number of keys by one request.
    ///
    /// - Returns: All certificates of the answer; whose they are, their public keys say.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func collect(_ keyIdentifiers: [[UInt8]]) throws -> [Certificate] {
        let items = keyIdentifiers.map { identifier in
            MailboxTemplate.fill(template.item, [("identifier", Hex.encode(identifier))])
        }
        let body = MailboxTemplate.fill(
            template.collect,
            [("identifiers", items.joined(separator: template.separator))]
        )
        return CertificateBag.scan(try post(body, limit: 64 << 20))
    }

    private func post(_ body: String, limit: UInt64) throws -> [UInt8] {
        var fields = [("Content-Type", template.contentType)]
        if let action = template.action { fields.append(("SOAPAction", "\"\(action)\"")) }
        let (head, answer) = try exchange.post(Array(body.utf8), fields, limit: limit)
        guard 200..<300 ~= head.status else { throw exchange.refusal(head) }
        return answer
    }
}
