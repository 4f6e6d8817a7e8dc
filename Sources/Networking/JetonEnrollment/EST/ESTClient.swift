import JetonASN1
package import JetonNetwork
import JetonOctets
package import JetonX509

/// Requests certificates over EST.
///
/// - SeeAlso: RFC 7030, 4.1 and 4.2; RFC 8951.
package struct ESTClient {
    private let service: EnrollmentService
    private let client: HTTPClient
    private let credentials: NetworkCredentials?

    /// Makes a client; no connection is made yet.
    ///
    /// - Parameters:
    ///   - service: The service, whose URL is that of the server, or the one that ends with the label of an authority.
    ///   - client: Makes the connections, with the certificate of the key for a server that asks for one.
    ///   - credentials: The name and password.
    /// - Throws: ``EnrollmentError/Code/invalidService`` if the URL's scheme is not https.
    package init(
        _ service: EnrollmentService,
        client: HTTPClient,
        credentials: NetworkCredentials? = nil
    ) throws(EnrollmentError) {
        guard service.url.lowercased().hasPrefix("https://") else {
            throw EnrollmentError(.invalidService, "EST requires an https URL, not '\(service.url)'")
        }
        self.service = service
        self.client = client
        self.credentials = credentials
    }

    /// Posts a request; the same request again asks whether the authority has decided.
    ///
    /// - Parameter pending: The request; one that renews does so for the certificate that the client shows in TLS.
    /// - Returns: The answer.
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func submit(_ pending: PendingRequest) throws -> EnrollmentAnswer {
        let exchange = try exchange(pending.isRenewal ? "simplereenroll" : "simpleenroll")
        let text = Base64.encode(pending.request.derRepresentation)
        let (head, body) = try exchange.post(
            Array(text.utf8),
            [
                ("Content-Type", "application/pkcs10"), ("Content-Transfer-Encoding", "base64"),
                ("Accept", "application/pkcs7-mime"),
            ]
        )
        switch head.status {
        case 200:
            let certificates = try ESTClient.certificates(body)
            guard let issued = CertificateBag.ordered(certificates, for: pending.request.publicKey) else {
                throw EnrollmentError(
                    .malformedAnswer,
                    "\(exchange.url.host) returned a certificate for another key"
                )
            }
            return .issued(issued)
        case 202: return .waiting(seconds: EnrollmentExchange.retryAfter(head))
        // RFC 7030, 4.2.3: the words of a refusal are for people.
        case 400, 403, 404, 409, 422: return .rejected(ESTClient.words(head, body))
        default: throw exchange.refusal(head)
        }
    }

    /// The certificates of the authority, to be shown: they are trusted by nothing that this call does.
    ///
    /// - Throws: ``EnrollmentError``, `NetworkError`.
    package func authorities() throws -> [Certificate] {
        let exchange = try exchange("cacerts")
        let (head, body) = try exchange.get([("Accept", "application/pkcs7-mime")])
        guard head.status == 200 else { throw exchange.refusal(head) }
        return try ESTClient.certificates(body)
    }

    private func exchange(_ operation: String) throws(EnrollmentError) -> EnrollmentExchange {
        var base = service.url
        while base.hasSuffix("/") { base.removeLast() }
        if !base.contains("/.well-known/est") { base += "/.well-known/est" }
        return try EnrollmentExchange("\(base)/\(operation)", client: client, credentials: credentials)
    }

    /// Reads certificates in CMS, in base64 as the standard has it, or in DER as some servers send it.
    static func certificates(_ body: [UInt8]) throws(EnrollmentError) -> [Certificate] {
        try CertificateBag.read(Base64.decodeLines(body) ?? body)
    }

    private static func words(_ head: HTTPResponseHead, _ body: [UInt8]) -> String {
        let type = EnrollmentExchange.contentType(head)
        guard type.hasPrefix("text/plain"), !body.isEmpty else { return "status \(head.status)" }
        return "status \(head.status): \(String(decoding: body.prefix(512), as: UTF8.self))"
    }
}
