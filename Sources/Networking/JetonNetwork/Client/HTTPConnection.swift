/// Messages of HTTP/1.1 over a channel, the client's side; used by one thread at a time.
final class HTTPConnection {
    /// What carries the bytes.
    let channel: any ByteChannel
    private let timeouts: NetworkTimeouts
    private let deadline: Deadline
    private let limits = HTTPLimits()
    /// Bytes that came and belong to what is read next.
    private var pending: ArraySlice<UInt8> = []
    /// Whether another request may follow; false while a body is not read.
    private(set) var isReusable = true

    init(_ channel: any ByteChannel, timeouts: NetworkTimeouts, deadline: Deadline) {
        self.channel = channel
        self.timeouts = timeouts
        self.deadline = deadline
    }

    /// Whether the peer has sent more than the message that was read.
    var hasPending: Bool { !pending.isEmpty }

    private func limit(_ duration: Duration) -> Deadline { min(deadline, .after(duration)) }

    /// Sends a request with its body.
    func send(_ head: HTTPRequestHead, body: [UInt8]) throws(NetworkError) {
        isReusable = false
        var bytes = head.bytes
        bytes += body.prefix(16_384)
        try channel.write(bytes, by: limit(timeouts.stall))
        var rest = body.dropFirst(16_384)
        while !rest.isEmpty {
            try channel.write(Array(rest.prefix(65_536)), by: limit(timeouts.stall))
            rest = rest.dropFirst(65_536)
        }
    }

    /// Reads the head of the response; interim ones are passed over.
    func response(to method: String) throws(NetworkError) -> (head: HTTPResponseHead, framing: HTTPFraming) {
        for _ in 0..<8 {
            let head = try head()
            guard head.status >= 200 else {
                guard head.status != 101 else {
                    throw NetworkError(.malformedMessage, "an upgrade that was not requested")
                }
                continue
            }
            let framing = try HTTPFraming(head, to: method)
            let options = head.fields.list("Connection") + head.fields.list("Proxy-Connection")
            let mayPersist = head.isVersion10 ? options.contains("keep-alive") : !options.contains("close")
            persists = mayPersist && framing != .untilClose
            isReusable = persists && framing == .length(0)
            return (head, framing)
        }
        throw NetworkError(.malformedMessage, "too many interim responses")
    }

    /// Whether the connection stays open after the body.
    private var persists = false

    private func head() throws(NetworkError) -> HTTPResponseHead {
        var reader = HTTPHeadReader(limits: limits)
        var isFirst = true
        while true {
            if pending.isEmpty {
                pending = try channel.read(16_384, by: limit(isFirst ? timeouts.firstByte : timeouts.stall))[...]
                guard !pending.isEmpty else {
                    throw NetworkError(.connectionClosed, isFirst ? "before a response" : "in the head")
                }
            }
            isFirst = false
            let (taken, isComplete) = try reader.read(pending)
            pending = pending.dropFirst(taken)
            if isComplete { return try reader.response() }
        }
    }

    /// Reads the body to its end.
    ///
    /// - Parameters:
    ///   - framing: How its end is found.
    ///   - limit: The most bytes that are taken.
    ///   - receive: Gets the pieces.
    /// - Throws: ``NetworkError/Code/limitExceeded``, ``NetworkError/Code/malformedMessage``,
    ///   ``NetworkError/Code/connectionClosed``, ``NetworkError/Code/timedOut``, and what the closure throws.
    func body(
        _ framing: HTTPFraming,
        limit: UInt64,
        _ receive: (ArraySlice<UInt8>) throws(NetworkError) -> Void
    ) throws(NetworkError) {
        if case .length(let length) = framing, length > limit {
            throw NetworkError(.limitExceeded, "a body of \(length) bytes, more than \(limit)")
        }
        var reader = HTTPBodyReader(framing, limits: limits)
        var total: UInt64 = 0
        while !reader.isComplete {
            if pending.isEmpty {
                pending = try channel.read(65_536, by: self.limit(timeouts.stall))[...]
                if pending.isEmpty {
                    try reader.close()
                    break
                }
            }
            var pieces: [ArraySlice<UInt8>] = []
            let taken: Int
            do { taken = try reader.read(pending) { pieces.append($0) } } catch {
                throw error as? NetworkError ?? NetworkError(.malformedMessage, "the body")
            }
            pending = pending.dropFirst(taken)
            for piece in pieces {
                total += UInt64(piece.count)
                guard total <= limit else {
                    throw NetworkError(.limitExceeded, "a body of more than \(limit) bytes")
                }
                try receive(piece)
            }
        }
        isReusable = persists
    }
}
