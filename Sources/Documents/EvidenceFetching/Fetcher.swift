/// Gets evidence from elsewhere: timestamps, OCSP responses, revocation lists, certificates.
///
/// `JetonValidation` opens no connection itself: the caller gives it a fetcher, or none, and without one nothing is
/// requested. A fetcher holds credentials, proxies and policy; it enforces the limits and content types of the
/// request's kind, and its own deadlines. Calls are synchronous, and may come from several threads at a time.
public protocol Fetcher: Sendable {
    /// Makes one request and hands on the body of a reply with status 200.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - receive: Gets the body piece by piece. When it throws, the fetcher ends the connection and throws the same.
    /// - Throws: ``FetchError``.
    func fetch(
        _ request: FetchRequest,
        receive: (Span<UInt8>) throws(FetchError) -> Void
    ) throws(FetchError)
}

extension Fetcher {
    /// Makes one request whose reply fits into memory.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - limit: The largest reply, in bytes; at most ``FetchRequest/Kind/sizeLimit``.
    /// - Returns: The body.
    /// - Throws: ``FetchError``; `tooLarge` above the limit.
    public func fetch(_ request: FetchRequest, limit: Int = 1 << 20) throws(FetchError) -> [UInt8] {
        var body: [UInt8] = []
        try fetch(request) { (piece) throws(FetchError) in
            guard piece.count <= limit - body.count else {
                throw FetchError(.tooLarge, "the reply of \(request.url) is longer than \(limit) bytes")
            }
            for index in piece.indices { body.append(piece[index]) }
        }
        return body
    }
}
