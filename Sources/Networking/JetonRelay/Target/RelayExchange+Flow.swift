import JetonNetwork

/// Both directions at once: the request's body up, and the response down.
extension RelayExchange {
    /// Passes on a response whose request is complete.
    mutating func finish(_ upstream: RelayUpstream, _ head: HTTPResponseHead) throws -> Bool {
        var nothing = RelayFlow(.length(0), as: .plain)
        return try respond(upstream, head, &nothing, isStopped: false)
    }

    mutating func pump(
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
                    throw RelayFault(
                        side: .target,
                        cause: NetworkError(.timedOut, "neither side is sending or reading")
                    )
                }
                mayUpload = true
                try receiver.proceed()
            }
        }
    }

    /// Whether a final response is the answer for the client; false if the request must go over another connection.
    func isAnswer(
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
            throw RelayRefusal(
                502,
                "the target asked for the password again after the body, which can be sent only once"
            )
        }
        return false
    }

    /// Passes on the response, and what is left of the request's body beside it and afterwards: a target that answers
    /// with success before it has read the body reads on (RFC 9112, 9.6).
    mutating func respond(
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
                throw RelayFault(side: .target, cause: NetworkError(.timedOut, "neither side is sending or reading"))
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

    static func persists(_ head: HTTPResponseHead, _ framing: HTTPFraming) -> Bool {
        let options = head.fields.list("Connection")
        let mayPersist = head.isVersion10 ? options.contains("keep-alive") : !options.contains("close")
        return mayPersist && framing != .untilClose
    }
}
