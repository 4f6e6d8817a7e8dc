import JetonNetwork

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

    /// Fewer bytes than this are sent together with the next ones if those have already arrived: one packet instead of two.
    private static let joinedSize = 16_384

    private let form: Form
    private var reader: HTTPBodyReader
    /// What is left of a body of a known length that goes as it is.
    private var left: UInt64?
    private var encoded: [UInt8]
    private var encodedStart = 0
    /// Whether the sink refused the encoded bytes: TLS requires the same bytes in the next attempt.
    private var isRefused = false
    /// Whether the end of the body is encoded.
    private var isFinished = false
    /// How many bytes of the body were taken from the source.
    private(set) var count: UInt64 = 0
    /// Whether the whole body has gone to the sink.
    private(set) var isComplete = false

    /// Begins a body.
    ///
    /// - Parameters:
    ///   - framing: How its end is found at the source.
    ///   - form: How it is put on the wire to the sink.
    ///   - head: What goes to the sink before it.
    init(_ framing: HTTPFraming, as form: Form, after head: [UInt8] = []) {
        self.form = form
        reader = HTTPBodyReader(framing)
        encoded = head
        if form == .plain || framing == .length(0), case .length(let length) = framing { left = length }
        isComplete = isRead && head.isEmpty
    }

    private var isRead: Bool { left.map { $0 == 0 } ?? isFinished }

    /// Moves what can be moved now, but no more than one buffer that is read: the other direction must get its turn, since
    /// a target that has answered may stop to read.
    mutating func move(from source: RelayStream, to sink: RelayStream) throws(RelayFault) -> Step {
        var step = Step()
        var mayRead = true
        while !isComplete {
            let waiting = encoded.count - encodedStart
            if !isRefused, encodedStart == 0, waiting < RelayFlow.joinedSize, !isRead {
                if source.isEmpty, mayRead || source.isEnded {
                    mayRead = false
                    do throws(RelayFault) {
                        if let events = try source.fill() {
                            step.sourceEvents = events
                        } else if source.isEmpty {
                            try end(source)
                            continue
                        } else {
                            step.hasMoved = true
                        }
                    } catch {
                        // Send the waiting bytes first; the next read fails again.
                        if waiting == 0 { throw error }
                    }
                }
                if !source.isEmpty, left == nil || waiting > 0 && source.pending.count < RelayFlow.joinedSize {
                    try encode(source)
                    continue
                }
            }
            if waiting > 0 {
                let (count, events) = try sink.send(encoded, encodedStart..<encoded.count)
                isRefused = events != nil
                if let events {
                    step.sinkEvents = events
                    break
                }
                step.hasMoved = true
                encodedStart += count
                if encodedStart == encoded.count {
                    encoded.removeAll(keepingCapacity: true)
                    encodedStart = 0
                    isComplete = isRead
                }
                continue
            }
            guard let left, !source.isEmpty else { break }
            let limit = min(left, UInt64(RelayStream.capacity))
            let (count, events) = try source.forward(to: sink, atMost: Int(limit))
            if let events {
                step.sinkEvents = events
                break
            }
            step.hasMoved = true
            self.count += UInt64(count)
            self.left = left - UInt64(count)
            isComplete = isRead
        }
        return step
    }

    /// Puts what came into the form of the sink.
    private mutating func encode(_ source: RelayStream) throws(RelayFault) {
        if let left {
            let taken = Int(min(UInt64(source.pending.count), left))
            encoded += source.pending.prefix(taken)
            source.take(taken)
            count += UInt64(taken)
            self.left = left - UInt64(taken)
            return
        }
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
        isFinished = true
        isComplete = encoded.isEmpty
    }
}
