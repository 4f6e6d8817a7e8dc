import JetonNetwork

/// Authentication ahead of the body, and the head that carries it.
extension RelayExchange {
    func send(
        _ authorization: String?,
        _ upstream: RelayUpstream,
        withholdsBody: Bool = false,
        awaitsContinuation: Bool = false
    ) throws {
        let head = try request.head(
            host: settings.target.authority,
            authorization: authorization,
            withholdsBody: withholdsBody,
            awaitsContinuation: awaitsContinuation
        )
        try upstream.stream.send(head.bytes, by: .after(settings.limits.idle))
    }

    /// Begins NTLM with an empty body, and reads what the target asks.
    func question(_ authentication: AuthenticationExchange, _ upstream: RelayUpstream) throws
        -> HTTPResponseHead
    {
        try send(authentication.answer, upstream, withholdsBody: true)
        for _ in 0...RelayExchange.interimLimit {
            guard let reader = try upstream.stream.readHead(by: .after(settings.limits.idle)) else {
                throw RelayFault(side: .target, cause: NetworkError(.connectionClosed, "before a response"))
            }
            let head = try reader.response()
            guard head.status != 101 else { throw NetworkError(.malformedMessage, "an upgrade") }
            if head.status >= 200 { return head }
        }
        throw NetworkError(.malformedMessage, "too many interim responses")
    }

    func drain(_ framing: HTTPFraming, _ upstream: RelayUpstream) throws {
        var reader = HTTPBodyReader(framing)
        var total = 0
        let deadline = Deadline.after(settings.limits.idle)
        while !reader.isComplete {
            guard try upstream.stream.awaitBytes(by: deadline) else {
                throw NetworkError(.connectionClosed, "in the body")
            }
            let taken = try reader.read(upstream.stream.pending) { _ in }
            upstream.stream.take(taken)
            total += taken
            guard total <= 65_536 else {
                throw NetworkError(.limitExceeded, "the page sent with the authentication request")
            }
        }
    }
}
