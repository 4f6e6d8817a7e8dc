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

    private let target: RelayTarget
    private let request: RelayRequest
    private let body: RelayStream
    private let receiver: any Receiver
    private var outcome = Outcome()
    private var hasResponded = false
    private var hasBegunBody = false

    init(_ request: RelayRequest, body: RelayStream, to target: RelayTarget, receiver: any Receiver) {
        self.target = target
        self.request = request
        self.body = body
        self.receiver = receiver
    }

    private var settings: RelaySettings { target.settings }

    /// Runs it.
    ///
    /// - Returns: What came of it.
    /// - Throws: ``RelayRefusal`` while nothing of a response has gone to the receiver; ``RelayFault`` later.
    mutating func run() throws -> Outcome {
        // A connection that waited may end just now: without anything sent that counts, another is made.
        if let waiting = target.takeIdle(), let outcome = try attempt(waiting, isFresh: false) { return outcome }
        guard let outcome = try attempt(target.connect(), isFresh: true) else {
            throw RelayRefusal(502, "the target asks for the password on each connection again")
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
                    throw RelayRefusal(502, "the target or a proxy ends the connection in the middle of NTLM")
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

    // MARK: - Authentication ahead of the body

    private func send(
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
    private func question(_ authentication: AuthenticationExchange, _ upstream: RelayUpstream) throws
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

    private func drain(_ framing: HTTPFraming, _ upstream: RelayUpstream) throws {
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
            guard total <= 65_536 else { throw NetworkError(.limitExceeded, "the page beside the question") }
        }
    }

    // MARK: - Both directions

    /// Passes on a response whose request is complete.
    private mutating func finish(_ upstream: RelayUpstream, _ head: HTTPResponseHead) throws -> Bool {
        var nothing = RelayFlow(.length(0), as: .plain)
        return try respond(upstream, head, &nothing, isStopped: false)
    }

    private mutating func pump(
        _ upstream: RelayUpstream,
        _ authentication: inout AuthenticationExchange?,
        awaits: Bool
    ) throws -> Bool {
        let target = upstream.stream
        var upload = RelayFlow(request.framing, as: request.form)
        var mayUpload = !awaits
        var isStopped = false
        var failure: RelayFault?
        let patience = Deadline.after(settings.limits.continuation)
        var idle = Deadline.after(settings.limits.idle)
        var reader = HTTPHeadReader()
        var interim = 0
        while true {
            var hasMoved = false
            var bodyEvents: Int16 = 0
            var targetEvents: Int16 = 0
            if let events = try target.fill() {
                targetEvents |= events
            } else if target.isEmpty {
                throw failure ?? RelayFault(side: .target, cause: NetworkError(.connectionClosed, "before a response"))
            } else {
                hasMoved = true
                if try target.read(&reader) {
                    let head = try reader.response()
                    reader = HTTPHeadReader()
                    if head.status >= 200 {
                        guard try isAnswer(head, &authentication, upstream) else { return false }
                        // Who did not ask whether the body is taken sends all of it.
                        let isUnasked = !mayUpload && request.expectsContinuation
                        return try respond(upstream, head, &upload, isStopped: isStopped || isUnasked)
                    }
                    interim += 1
                    guard head.status != 101, interim <= RelayExchange.interimLimit else {
                        throw NetworkError(.malformedMessage, "an upgrade, or too many interim responses")
                    }
                    if head.status == 100, !mayUpload {
                        mayUpload = true
                        try receiver.proceed()
                    }
                }
            }
            if mayUpload, !isStopped, !upload.isComplete {
                hasBegunBody = true
                do throws(RelayFault) {
                    let step = try upload.move(from: body, to: target)
                    outcome.up = upload.count
                    bodyEvents |= step.sourceEvents
                    targetEvents |= step.sinkEvents
                    hasMoved = hasMoved || step.hasMoved
                } catch {
                    guard error.side == .target else { throw error }
                    // It may have answered before it stopped to read.
                    failure = error
                    isStopped = true
                    hasMoved = true
                }
            }
            if hasMoved {
                idle = .after(settings.limits.idle)
                continue
            }
            let limit = mayUpload ? idle : min(idle, patience)
            let sockets = [(target.channel.descriptor, targetEvents), (body.channel.descriptor, bodyEvents)]
            if !RelayWait.wait(sockets, by: limit) {
                guard !mayUpload, Deadline.after(.zero) < idle else {
                    throw RelayFault(side: .target, cause: NetworkError(.timedOut, "neither side sends or reads"))
                }
                mayUpload = true
                try receiver.proceed()
            }
        }
    }

    /// Whether a final response is the answer for the client; false if the request must go over another connection.
    private func isAnswer(
        _ head: HTTPResponseHead,
        _ authentication: inout AuthenticationExchange?,
        _ upstream: RelayUpstream
    ) throws -> Bool {
        if authentication != nil {
            // Throws for a password that was refused.
            _ = try authentication?.needsAnother(head, endPoint: upstream.channel.serverEndPoint)
            if settings.scheme == .ntlm { upstream.isAuthenticated = true }
            return true
        }
        guard upstream.isAuthenticated, head.status == 401 else { return true }
        target.noteQuestion()
        guard !hasBegunBody else {
            throw RelayRefusal(502, "the target asked for the password again after the body, which is sent once")
        }
        return false
    }

    /// Passes on the response, and what is left of the request's body beside it and afterwards: a target that answers
    /// with success before it has read the body reads on (RFC 9112, 9.6).
    private mutating func respond(
        _ upstream: RelayUpstream,
        _ head: HTTPResponseHead,
        _ upload: inout RelayFlow,
        isStopped: Bool
    ) throws -> Bool {
        let target = upstream.stream
        let framing = try HTTPFraming(head, to: request.method)
        var isStopped = !upload.isComplete && (isStopped || head.status >= 300)
        outcome.status = head.status
        let sink = try receiver.respond(head, framing, isEarly: isStopped)
        hasResponded = true
        var download = RelayFlow(framing, as: sink.form, after: sink.head)
        var idle = Deadline.after(settings.limits.idle)
        while !download.isComplete || !isStopped && !upload.isComplete {
            var (down, up) = (RelayFlow.Step(), RelayFlow.Step())
            if !download.isComplete { down = try download.move(from: target, to: sink.stream) }
            if !isStopped, !upload.isComplete {
                do throws(RelayFault) { up = try upload.move(from: body, to: target) } catch {
                    guard error.side == .target else { throw error }
                    isStopped = true
                }
            }
            if down.hasMoved || up.hasMoved {
                idle = .after(settings.limits.idle)
                continue
            }
            if download.isComplete, isStopped || upload.isComplete { continue }
            let sockets = [
                (target.channel.descriptor, down.sourceEvents | up.sinkEvents),
                (sink.stream.channel.descriptor, down.sinkEvents), (body.channel.descriptor, up.sourceEvents),
            ]
            guard RelayWait.wait(sockets, by: idle) else {
                throw RelayFault(side: .target, cause: NetworkError(.timedOut, "neither side sends or reads"))
            }
        }
        outcome.up = upload.count
        outcome.down = download.count
        outcome.isWhole = upload.isComplete
        end(upstream, head, framing)
        return true
    }

    /// Keeps the connection for another request, or ends it.
    private func end(_ upstream: RelayUpstream, _ head: HTTPResponseHead, _ framing: HTTPFraming) {
        // Bytes after the response would be taken for the next one's.
        if outcome.isWhole, RelayExchange.persists(head, framing), upstream.stream.isEmpty {
            target.keep(upstream)
        } else {
            upstream.channel.close()
        }
    }

    private static func persists(_ head: HTTPResponseHead, _ framing: HTTPFraming) -> Bool {
        let options = head.fields.list("Connection")
        let mayPersist = head.isVersion10 ? options.contains("keep-alive") : !options.contains("close")
        return mayPersist && framing != .untilClose
    }
}
