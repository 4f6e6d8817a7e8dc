import Network

/// One direction of a relay: a body on its way from one end to the other.
///
/// The source is read only when the sink has taken all that came before. A body whose length is known goes from the
/// source's buffer to the sink as it is.
struct RelayFlow {
    /// How the body is put on the wire.
    enum Form: Hashable, Sendable {
        case plain, chunked
    }

    /// What a step came to.
    struct Step {
        var hasMoved = false
        /// The events to wait for.
        var sourceEvents: Int16 = 0
        var sinkEvents: Int16 = 0
    }

    private let form: Form
    private var reader: HTTPBodyReader
    /// What is left of a body of a known length that goes as it is.
    private var left: UInt64?
    private var encoded: [UInt8] = []
    private var encodedStart = 0
    /// How many bytes of the body were taken from the source.
    private(set) var count: UInt64 = 0
    /// Whether the whole body has gone to the sink.
    private(set) var isComplete: Bool

    init(_ framing: HTTPFraming, as form: Form) {
        self.form = form
        reader = HTTPBodyReader(framing)
        if form == .plain, case .length(let length) = framing { left = length }
        isComplete = framing == .length(0)
    }

    /// Moves what can be moved now, but no more than one buffer that is read: the other direction must get its turn, since
    /// a target that has answered may stop to read.
    mutating func move(from source: RelayStream, to sink: RelayStream) throws(RelayFault) -> Step {
        var step = Step()
        var hasRead = false
        while !isComplete {
            if encodedStart < encoded.count {
                let (count, events) = try sink.send(encoded, encodedStart..<encoded.count)
                if let events {
                    step.sinkEvents = events
                    break
                }
                encodedStart += count
                step.hasMoved = true
                if encodedStart == encoded.count {
                    encoded.removeAll(keepingCapacity: true)
                    encodedStart = 0
                    if reader.isComplete { isComplete = true }
                }
                continue
            }
            if source.isEmpty {
                if hasRead { break }
                if let events = try source.fill() {
                    step.sourceEvents = events
                    break
                }
                if source.isEmpty {
                    try end(source)
                    continue
                }
                step.hasMoved = true
                hasRead = true
            }
            if let left {
                let limit = left > UInt64(RelayStream.capacity) ? RelayStream.capacity : Int(left)
                let (count, events) = try source.forward(to: sink, atMost: limit)
                if let events {
                    step.sinkEvents = events
                    break
                }
                step.hasMoved = true
                self.count += UInt64(count)
                self.left = left - UInt64(count)
                if self.left == 0 { isComplete = true }
            } else {
                try encode(source)
            }
        }
        return step
    }

    /// Puts what came into the form of the sink.
    private mutating func encode(_ source: RelayStream) throws(RelayFault) {
        var pieces: [ArraySlice<UInt8>] = []
        do {
            source.take(try reader.read(source.pending) { pieces.append($0) })
        } catch {
            let cause = error as? NetworkError ?? NetworkError(.malformedMessage, "the body")
            throw RelayFault(side: source.side, cause: cause)
        }
        let size = pieces.reduce(0) { $0 + $1.count }
        count += UInt64(size)
        if size > 0 {
            if form == .chunked { encoded += "\(String(size, radix: 16))\r\n".utf8 }
            for piece in pieces { encoded += piece }
            if form == .chunked { encoded += "\r\n".utf8 }
        }
        if reader.isComplete { finish() }
    }

    /// The source has ended.
    private mutating func end(_ source: RelayStream) throws(RelayFault) {
        do throws(NetworkError) {
            guard left == nil else { throw NetworkError(.connectionClosed, "in the body") }
            try reader.close()
        } catch {
            throw RelayFault(side: source.side, cause: error)
        }
        finish()
    }

    private mutating func finish() {
        if form == .chunked { encoded += HTTPWriter.lastChunk }
        if encoded.isEmpty { isComplete = true }
    }
}
