import JetonASN1
package import JetonNetwork

/// One URL of an authority, and how it is reached.
package struct EnrollmentExchange {
    private let client: HTTPClient
    private let credentials: NetworkCredentials?
    let url: HTTPURL

    /// Makes an exchange; no connection is made yet.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - client: Makes the connections.
    ///   - credentials: The name and password; sent over TLS only.
    /// - Throws: ``EnrollmentError/Code/invalidService`` for a URL that is not one.
    package init(
        _ url: String,
        client: HTTPClient,
        credentials: NetworkCredentials? = nil
    ) throws(EnrollmentError) {
        do {
            self.url = try HTTPURL(url)
        } catch {
            throw EnrollmentError(.invalidService, "'\(url)' is not a valid URL: \(error)")
        }
        self.client = client
        self.credentials = credentials
    }

    /// Posts a body.
    func post(
        _ body: [UInt8],
        _ fields: [(name: String, value: String)],
        limit: UInt64 = 1 << 20
    ) throws(NetworkError) -> (head: HTTPResponseHead, body: [UInt8]) {
        var request = HTTPRequest(url)
        request.method = "POST"
        request.body = body
        return try perform(&request, fields, limit)
    }

    /// Gets a body.
    func get(_ fields: [(name: String, value: String)]) throws(NetworkError) -> (HTTPResponseHead, [UInt8]) {
        var request = HTTPRequest(url)
        return try perform(&request, fields, 1 << 20)
    }

    private func perform(
        _ request: inout HTTPRequest,
        _ fields: [(name: String, value: String)],
        _ limit: UInt64
    ) throws(NetworkError) -> (head: HTTPResponseHead, body: [UInt8]) {
        request.bodyLimit = limit
        request.credentials = credentials
        try request.fields.add("User-Agent", "jeton")
        for field in fields { try request.fields.add(field.name, field.value) }
        var received: [UInt8] = []
        let head = try client.perform(request) { piece throws(NetworkError) in received += piece }
        return (head, received)
    }

    /// The error for a status that the protocol does not have here.
    func refusal(_ head: HTTPResponseHead) -> EnrollmentError {
        if head.status == 401 {
            return EnrollmentError(.unauthorized, "\(url.host) requires a name and password")
        }
        return EnrollmentError(.status, "\(url.host) answered with status \(head.status)")
    }

    /// The seconds that Retry-After asks to wait, at most a week; 0 if it is absent, or neither a number nor a date.
    static func retryAfter(_ head: HTTPResponseHead, at now: UniversalTime = .now) -> Int {
        guard let text = head.fields.values("Retry-After").first else { return 0 }
        let date = { HTTPDate.read(text).map { $0.secondsSince1970 - now.secondsSince1970 } }
        return Int(min(max(Int64(text) ?? date() ?? 0, 0), 604_800))
    }

    /// The content type without parameters, in lower case.
    static func contentType(_ head: HTTPResponseHead) -> String {
        let stated = head.fields.values("Content-Type").first ?? ""
        return stated.prefix { $0 != ";" && $0 != " " }.lowercased()
    }
}
