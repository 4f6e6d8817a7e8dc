import JetonNetwork

/// One request to the target and its response, with the authentication that goes ahead of the body.
struct RelayExchange {
    /// What came of it.
    struct Outcome {
        var status = 0
        var up: UInt64 = 0
        var down: UInt64 = 0
        /// Whether the whole body of the request was used.
        var isWhole = false
    }

    /// What takes a response's body.
    struct Sink {
        let stream: RelayStream
        /// How the body is put there.
        let form: RelayFlow.Form
        /// What goes ahead of it.
        let head: [UInt8]
    }

    /// Where the response goes.
    protocol Receiver: AnyObject {
        /// Told before the body is read: the client may wait for that.
        func proceed() throws(RelayFault)

        /// Told of the response's head.
        ///
        /// - Parameters:
        ///   - head: The head.
        ///   - framing: How the end of its body is found.
        ///   - isEarly: Whether the rest of the request's body is not read any more.
        /// - Returns: What takes the body.
        /// - Throws: ``RelayFault`` of the client's side.
        func respond(
            _ head: HTTPResponseHead,
            _ framing: HTTPFraming,
            isEarly: Bool
        ) throws(RelayFault) -> Sink
    }

    /// The most interim responses of one request.
    static let interimLimit = 8

    let target: RelayTarget
    let request: RelayRequest
    let body: RelayStream
    let receiver: any Receiver
    var outcome = Outcome()
    var hasResponded = false
    var hasBegunBody = false

    init(_ request: RelayRequest, body: RelayStream, to target: RelayTarget, receiver: any Receiver) {
        self.target = target
        self.request = request
        self.body = body
        self.receiver = receiver
    }

    var settings: RelaySettings { target.settings }

    /// Runs it.
    ///
    /// - Returns: What came of it.
    /// - Throws: ``RelayRefusal`` while nothing of a response has gone to the receiver; ``RelayFault`` later.
    mutating func run() throws -> Outcome {
        // A connection that waited may end just now: without anything sent that counts, another is made.
        if let waiting = target.takeIdle(), let outcome = try attempt(waiting, isFresh: false) { return outcome }
        guard let outcome = try attempt(target.connect(), isFresh: true) else {
            throw RelayRefusal(502, "the target asks for the password again on each connection")
        }
        return outcome
    }

    /// Makes the exchange over a connection; nil if it is to be made over another.
    private mutating func attempt(_ upstream: RelayUpstream, isFresh: Bool) throws -> Outcome? {
        do {
            guard try exchange(upstream) else {
                upstream.channel.close()
                return nil
            }
            return outcome
        } catch let fault as RelayFault {
            upstream.channel.close()
            guard fault.side == .target else { throw fault }
            target.failed(fault.cause)
            if hasResponded { throw fault }
            if !isFresh, fault.cause.code == .connectionClosed, request.isSafe || request.hasBody && !hasBegunBody {
                return nil
            }
            throw RelayRefusal(target: fault.cause)
        } catch let error as NetworkError {
            upstream.channel.close()
            throw RelayRefusal(target: error)
        } catch {
            upstream.channel.close()
            throw error
        }
    }

    private mutating func exchange(_ upstream: RelayUpstream) throws -> Bool {
        var authentication: AuthenticationExchange?
        // Not settled where the response says nothing about the password.
        defer { authentication?.settle(accepted: nil) }
        if let credentials = settings.credentials, !upstream.isAuthenticated || target.asksEachTime {
            var made = AuthenticationExchange(
                .server,
                host: settings.target.host,
                credentials: credentials,
                deadline: .after(settings.limits.idle)
            )
            try made.begin(settings.scheme.exchange)
            authentication = made
            if made.withholdsBody {
                let head = try question(made, upstream)
                guard head.status == 401 else {
                    // The target did not ask who the user is: a request without a body is done.
                    guard !request.hasBody else {
                        throw RelayRefusal(
                            502,
                            "the target answered \(head.status) before it asked for the password",
                            targetStatus: head.status
                        )
                    }
                    authentication = nil
                    return try finish(upstream, head)
                }
                let framing = try HTTPFraming(head, to: request.method)
                _ = try made.needsAnother(head, endPoint: upstream.channel.serverEndPoint)
                authentication = made
                guard RelayExchange.persists(head, framing) else {
                    throw RelayRefusal(502, "the target or a proxy closes the connection in the middle of NTLM")
                }
                try drain(framing, upstream)
            }
        }
        let awaits = request.hasBody && (settings.credentials != nil || request.expectsContinuation)
        try send(authentication?.answer, upstream, awaitsContinuation: awaits)
        do {
            return try pump(upstream, &authentication, awaits: awaits)
        } catch let fault as RelayFault {
            guard fault.side == .target, fault.cause.code == .connectionClosed, !hasResponded,
                let error = authentication?.endWithoutAnswer()
            else { throw fault }
            throw RelayRefusal(target: error)
        }
    }
}
