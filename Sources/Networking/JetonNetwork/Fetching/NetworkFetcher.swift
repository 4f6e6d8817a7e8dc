public import EvidenceFetching

/// Fetches evidence over the network: the ``Fetcher`` of programs.
///
/// URLs of certificates reach public addresses alone, redirects included, unless private hosts are allowed. http is
/// allowed, since the evidence is signed; a password is sent over https only.
public final class NetworkFetcher: Fetcher {
    private let client: HTTPClient
    private let allowsPrivateHosts: Bool
    private let credentials: [String: NetworkCredentials]
    /// How timestamping services take their requests; nil for that of RFC 3161.
    private let timestampForm: TimestampForm?

    /// Makes a fetcher; no connection is made yet.
    ///
    /// - Parameters:
    ///   - client: How connections are made.
    ///   - allowsPrivateHosts: Whether URLs of certificates may reach this machine and private networks.
    ///   - credentials: Names and passwords by the origin of the URL, such as `https://tsa.example`.
    public convenience init(
        client: HTTPClient,
        allowsPrivateHosts: Bool = false,
        credentials: [String: NetworkCredentials] = [:]
    ) {
        self.init(client: client, allowsPrivateHosts: allowsPrivateHosts, credentials: credentials, timestampForm: nil)
    }

    /// Makes a fetcher for timestamping services with a form of their own.
    package init(
        client: HTTPClient,
        allowsPrivateHosts: Bool,
        credentials: [String: NetworkCredentials],
        timestampForm: TimestampForm?
    ) {
        self.client = client
        self.allowsPrivateHosts = allowsPrivateHosts
        self.credentials = credentials
        self.timestampForm = timestampForm
    }

    /// Makes one request and hands on the body of a reply with status 200 and a content type of the request's kind.
    ///
    /// - Throws: `FetchError`, which names the host.
    public func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        guard request.kind == .timestamp, let timestampForm else {
            return try fetchAsIs(request, nil, receive: receive)
        }
        var answer: [UInt8] = []
        try fetchAsIs(request, timestampForm) { (piece) throws(FetchError) in
            for index in piece.indices { answer.append(piece[index]) }
        }
        guard let response = TimestampForm.response(in: answer) else {
            let words = "\(answer.count) bytes that contain no timestamp"
            throw FetchError(.malformed, "\(request.url) answered with \(words)")
        }
        try receive(response.span)
    }

    private func fetchAsIs(
        _ request: FetchRequest,
        _ form: TimestampForm?,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError) {
        // What the closures refuse by, since the client carries its own errors only.
        var refusal: FetchError?
        var host = request.url
        do throws(NetworkError) {
            let made = try self.request(request, form)
            host = made.url.host
            let name = host
            _ = try client.perform(
                made,
                accept: { head throws(NetworkError) in
                    refusal = NetworkFetcher.refusal(of: head, form == nil ? request.kind : nil, name)
                    if refusal != nil { throw NetworkError(.invalidRequest, "") }
                },
                receive: { piece throws(NetworkError) in
                    do throws(FetchError) {
                        try receive(piece.span)
                    } catch {
                        refusal = error
                        throw NetworkError(.invalidRequest, "")
                    }
                }
            )
        } catch {
            throw refusal ?? NetworkFetcher.failure(error, request.url, host: host)
        }
    }

    /// The error with what was asked, once: the URL, and not its host and address too.
    private static func failure(_ error: NetworkError, _ url: String, host: String) -> FetchError {
        let code = code(error.code)
        guard code == .unreachable || code == .timedOut else { return FetchError(code, "\(host): \(error)") }
        let reason =
            switch error.code {
            case .unreachable: error.peer.map { "\($0)" } == host ? error.reason : error.context
            default: "\(error)"
            }
        return FetchError(code, "\(url) can't be reached: \(reason)", url: url)
    }

    private func request(_ request: FetchRequest, _ form: TimestampForm?) throws(NetworkError) -> HTTPRequest {
        var made = HTTPRequest(try HTTPURL(request.url))
        made.bodyLimit = request.kind.sizeLimit
        // Small replies do not take longer from an honest server; a list may be large.
        if request.kind != .crl, request.kind != .trustList { made.timeLimit = .seconds(60) }
        made.reach = request.isFromCertificate && !allowsPrivateHosts ? .publicHosts : .everywhere
        if let form, let body = request.body {
            made.method = "POST"
            made.body = form.body(body)
            made.fields = try form.fields()
            // Base64 and what surrounds it.
            made.bodyLimit = 4 * request.kind.sizeLimit
        } else {
            try made.fields.add("Accept", request.kind.replyTypes.joined(separator: ", "))
        }
        try made.fields.add("User-Agent", "jeton")
        if form == nil, let body = request.body {
            made.method = "POST"
            made.body = body
            try made.fields.add("Content-Type", request.kind.requestType ?? "application/octet-stream")
        }
        if !request.isFromCertificate { made.credentials = credentials[made.url.origin] }
        return made
    }

    /// Why a reply is not what was asked for; nil if it is.
    private static func refusal(
        of head: HTTPResponseHead,
        _ kind: FetchRequest.Kind?,
        _ host: String
    ) -> FetchError? {
        if head.status == 401 { return FetchError(.unauthorized, "\(host) requires a name and password") }
        guard head.status == 200 else { return FetchError(.status, "\(host) answered with status \(head.status)") }
        guard let kind else { return nil }
        let stated = head.fields.values("Content-Type").first ?? ""
        var type = stated.prefix { $0 != ";" }.lowercased()
        while type.last == " " || type.last == "\t" { type.removeLast() }
        guard kind.replyTypes.contains(type) else {
            let shown = type.isEmpty ? "no content type" : "content type \(String(type.prefix(60)))"
            return FetchError(.contentType, "\(host) answered with \(shown), not \(kind.replyTypes[0])")
        }
        return nil
    }

    private static func code(_ code: NetworkError.Code) -> FetchError.Code {
        switch code {
        case .invalidURL: .invalidURL
        case .addressNotAllowed, .redirectRefused: .notAllowed
        case .hostNotFound, .unreachable, .proxyRefused: .unreachable
        case .timedOut: .timedOut
        case .tlsUnavailable, .tlsFailed, .tlsRefused, .certificateNotTrusted, .keyFailed: .insecure
        case .authenticationRequired, .authenticationFailed: .unauthorized
        case .limitExceeded: .tooLarge
        default: .malformed
        }
    }
}
