package import JetonNetwork

/// One body on its way from a server that has it to the target, and the target's answer on its way back: nothing of
/// either is kept, and nothing that the target is shown goes to the other server.
package struct RelayTransfer {
    /// Where the answer's body goes.
    package enum Destination {
        /// A server, by POST; the status stands in the field `Jeton-Relay-Status`.
        case server(HTTPURL)
        /// A file or pipe.
        case output(RelayOutput)
    }

    /// What came of it.
    package struct Result: Hashable, Sendable {
        /// The target's status.
        package let status: Int
        /// The bytes of the body that went to the target.
        package let up: UInt64
        /// The bytes of the body that came back.
        package let down: UInt64
    }

    private let source: HTTPURL
    private let client: HTTPClient
    private let target: RelayTarget
    private let destination: Destination
    /// The method at the target.
    package var method = "POST"
    /// What the body must be; nil for any.
    package var body: RelayBody?
    /// Fields of the request to the target; a content type among them counts in place of the body's.
    package var targetFields: [RelayField] = []

    /// Prepares a transfer.
    ///
    /// - Parameters:
    ///   - source: The https URL of the body.
    ///   - client: Asks the source, and the server of the destination: without the user's certificate or password.
    ///   - target: The way to the target, whose path and query are those of its settings.
    ///   - destination: Where the answer goes.
    package init(from source: HTTPURL, _ client: HTTPClient, to target: RelayTarget, answer destination: Destination) {
        self.source = source
        self.client = client
        self.target = target
        self.destination = destination
    }

    /// Moves both bodies, in constant memory.
    ///
    /// - Returns: What came of it; the target's status may be any.
    /// - Throws: ``RelayRefusal`` if the target does not answer; ``RelayBodyMismatch`` if the source gives another body
    ///   than ``body``, of which the target gets a part at most; `NetworkError` for failures of the source and of the
    ///   destination, and for an answer that was cut.
    package func run() throws -> Result {
        do {
            return try transfer()
        } catch let fault as RelayFault {
            throw fault.cause
        }
    }

    private func transfer() throws -> Result {
        let limit = target.settings.limits.idle
        let channel = try client.connectSecurely(to: source)
        defer { channel.close() }
        let stream = RelayStream(channel, .client)
        var fields = HTTPFields()
        try fields.add("Host", source.authority)
        try fields.add("User-Agent", "jeton")
        try fields.add("Accept", "*/*")
        try fields.add("Connection", "close")
        try stream.send(HTTPRequestHead("GET", source.target, fields).bytes, by: .after(limit))
        let head = try RelayTransfer.response(stream, limit)
        guard head.status == 200 else {
            throw NetworkError(.invalidRequest, "\(source.host) answered \(head.status) instead of the body")
        }
        var passed = HTTPFields()
        try passed.add("User-Agent", "jeton")
        let type = body?.mediaType ?? head.fields.values("Content-Type").first
        if let type, !targetFields.contains(where: { $0.name.lowercased() == "content-type" }) {
            try passed.add("Content-Type", type)
        }
        for field in targetFields { try passed.add(field.name, field.value) }
        let framing = try HTTPFraming(head, to: "GET")
        let checked = try body.map { try RelayCheckedBody(stream, framing, is: $0) }
        let request = RelayRequest(
            method: method,
            target: target.settings.target.target,
            fields: passed,
            framing: body.map { .length($0.size) } ?? framing
        )
        let receiver = RelayAnswer(destination, client, limit)
        defer { receiver.close() }
        let passing = checked.map { RelayStream($0, .client) } ?? stream
        var exchange = RelayExchange(request, body: passing, to: target, receiver: receiver)
        let outcome: RelayExchange.Outcome
        do { outcome = try exchange.run() } catch {
            throw checked?.mismatch ?? error
        }
        try receiver.finish()
        return Result(status: outcome.status, up: outcome.up, down: outcome.down)
    }

    /// The head of a final response.
    static func response(_ stream: RelayStream, _ limit: Duration) throws -> HTTPResponseHead {
        for _ in 0...RelayExchange.interimLimit {
            guard let reader = try stream.readHead(by: .after(limit)) else {
                throw NetworkError(.connectionClosed, "before a response")
            }
            let head = try reader.response()
            guard head.status != 101 else { throw NetworkError(.malformedMessage, "an upgrade") }
            if head.status >= 200 { return head }
        }
        throw NetworkError(.malformedMessage, "too many interim responses")
    }
}

/// Takes the target's answer to its destination.
private final class RelayAnswer: RelayExchange.Receiver {
    private let destination: RelayTransfer.Destination
    private let client: HTTPClient
    private let limit: Duration
    private var stream: RelayStream?

    init(_ destination: RelayTransfer.Destination, _ client: HTTPClient, _ limit: Duration) {
        self.destination = destination
        self.client = client
        self.limit = limit
    }

    func proceed() {}

    func respond(
        _ head: HTTPResponseHead,
        _ framing: HTTPFraming,
        isEarly: Bool
    ) throws(RelayFault) -> RelayExchange.Sink {
        do throws(NetworkError) {
            switch destination {
            case .output(let output):
                return RelayExchange.Sink(stream: RelayStream(output, .client), form: .plain, head: [])
            case .server(let url):
                let opened = RelayStream(try client.connectSecurely(to: url), .client)
                stream = opened
                var fields = HTTPFields()
                try fields.add("Host", url.authority)
                try fields.add("User-Agent", "jeton")
                try fields.add("Jeton-Relay-Status", "\(head.status)")
                for type in head.fields.values("Content-Type").prefix(1) { try fields.add("Content-Type", type) }
                var form = RelayFlow.Form.chunked
                if case .length(let length) = framing {
                    form = .plain
                    try fields.add("Content-Length", "\(length)")
                } else {
                    try fields.add("Transfer-Encoding", "chunked")
                }
                try fields.add("Connection", "close")
                return RelayExchange.Sink(
                    stream: opened,
                    form: form,
                    head: try HTTPRequestHead("POST", url.target, fields).bytes
                )
            }
        } catch {
            throw RelayFault(side: .client, cause: error)
        }
    }

    /// Reads whether the server has taken the answer.
    func finish() throws {
        guard let stream else { return }
        let head = try RelayTransfer.response(stream, limit)
        guard 200..<300 ~= head.status else {
            throw NetworkError(.invalidRequest, "the server for the answer returned status \(head.status)")
        }
    }

    func close() { stream?.channel.close() }
}
