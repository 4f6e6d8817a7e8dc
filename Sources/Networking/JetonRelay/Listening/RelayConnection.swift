import JetonNetwork

/// A client's connection, from its first request to its end; used by one thread.
final class RelayConnection: RelayExchange.Receiver {
    private let number: Int
    private let socket: RelaySocket
    private let gate: RelayGate
    private let target: RelayTarget
    private let stream: RelayStream
    private var request: RelayRequest?
    private var closes = false

    init(_ socket: RelaySocket, number: Int, gate: RelayGate, target: RelayTarget) {
        self.socket = socket
        self.number = number
        self.gate = gate
        self.target = target
        stream = RelayStream(socket, .client)
    }

    private var limits: RelayLimits { target.settings.limits }

    /// Serves requests until one side ends.
    func serve() {
        var method = ""
        do {
            // A client that is not admitted yet must not keep the place of another one.
            while try stream.awaitBytes(by: .after(request == nil ? limits.head : limits.idle)) {
                method = ""
                let head = try head()
                method = head.method
                let request = try gate.admit(head)
                self.request = request
                closes = !request.persists
                var exchange = RelayExchange(request, body: stream, to: target, receiver: self)
                let outcome = try exchange.run()
                target.tell(
                    .relayed(connection: number, status: outcome.status, up: outcome.up, down: outcome.down)
                )
                guard outcome.isWhole, !closes else { return socket.linger(for: limits.lingering) }
            }
            socket.close()
        } catch let refusal as RelayRefusal {
            refuse(refusal, method)
        } catch let fault as RelayFault {
            target.tell(.broken(connection: number, reason: "\(fault.side): \(fault.cause)"))
            socket.abort()
        } catch {
            socket.abort()
        }
    }

    private func head() throws -> HTTPRequestHead {
        do {
            guard let reader = try stream.readHead(by: .after(limits.head)) else {
                throw RelayRefusal(400, "no request was received")
            }
            return try reader.request()
        } catch let fault as RelayFault {
            throw RelayRefusal(request: fault.cause)
        } catch let error as NetworkError {
            throw RelayRefusal(request: error)
        }
    }

    private func refuse(_ refusal: RelayRefusal, _ method: String) {
        target.tell(.refused(connection: number, refusal))
        do throws(NetworkError) { try socket.write(refusal.bytes(to: method), by: .after(limits.lingering)) } catch {
            return socket.abort()
        }
        socket.linger(for: limits.lingering)
    }

    // MARK: - The answer

    func proceed() throws(RelayFault) {
        guard request?.expectsContinuation == true else { return }
        try stream.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), by: .after(limits.idle))
    }

    func respond(
        _ head: HTTPResponseHead,
        _ framing: HTTPFraming,
        isEarly: Bool
    ) throws(RelayFault) -> RelayExchange.Sink {
        let length = head.fields.values("Content-Length").first
        var fields = RelayGate.fields(of: head)
        var form = RelayFlow.Form.plain
        do throws(NetworkError) {
            switch framing {
            case .length(0):
                // A response to HEAD says how long another's body is, or nothing.
                if head.status != 204, let length { try fields.add("Content-Length", length) }
            case .length(let length): try fields.add("Content-Length", "\(length)")
            case .chunked, .untilClose:
                if request?.isVersion10 == true {
                    closes = true
                } else {
                    form = .chunked
                    try fields.add("Transfer-Encoding", "chunked")
                }
            }
            closes = closes || isEarly
            if closes { try fields.add("Connection", "close") }
            return RelayExchange.Sink(
                stream: stream,
                form: form,
                head: try HTTPResponseHead(head.status, fields).bytes
            )
        } catch {
            throw RelayFault(side: .client, cause: error)
        }
    }
}
