import JetonNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// One end of a relay: its channel, and the bytes that came from it and are not used yet.
///
/// Used by one thread at a time.
final class RelayStream {
    /// How many bytes are read ahead of the other end, at most.
    static let capacity = 65_536
    /// How many at first: most connections carry no more.
    private static let firstCapacity = 16_384

    let channel: any SteppedChannel
    let side: RelayFault.Side
    private(set) var buffer: [UInt8] = []
    private(set) var start = 0
    private(set) var end = 0
    /// Whether the peer has ended its direction.
    private(set) var isEnded = false
    private var hasBeenFull = false

    init(_ channel: any SteppedChannel, _ side: RelayFault.Side) {
        self.channel = channel
        self.side = side
    }

    /// Whether nothing is left of what came.
    var isEmpty: Bool { start == end }
    /// What came and is not used yet.
    var pending: ArraySlice<UInt8> { buffer[start..<end] }

    /// Takes bytes out of what came.
    func take(_ count: Int) {
        start += count
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Reads what has come, up to the capacity; only when all that came before is used.
    ///
    /// - Returns: The events to wait for if nothing came; nil if something did, or the peer has ended.
    func fill() throws(RelayFault) -> Int16? {
        guard isEmpty, !isEnded else { return nil }
        if buffer.isEmpty {
            buffer = [UInt8](repeating: 0, count: RelayStream.firstCapacity)
        } else if hasBeenFull, buffer.count < RelayStream.capacity {
            buffer = [UInt8](repeating: 0, count: RelayStream.capacity)
        }
        while end < buffer.count {
            let step: ChannelStep
            do throws(NetworkError) {
                step = try channel.tryRead(into: &buffer, end..<buffer.count)
            } catch {
                // What came before the failure is used first; the failure comes again.
                if end > 0 { return nil }
                throw RelayFault(side: side, cause: error)
            }
            switch step {
            case .moved(let count):
                end += count
                hasBeenFull = hasBeenFull || end == buffer.count
            case .ended:
                isEnded = true
                return nil
            case .needsReading: return end > 0 ? nil : Int16(POLLIN)
            case .needsWriting: return end > 0 ? nil : Int16(POLLOUT)
            }
        }
        return nil
    }

    /// Sends what the peer takes.
    ///
    /// - Returns: How many bytes went, and the events to wait for if none did.
    func send(_ bytes: [UInt8], _ range: Range<Int>) throws(RelayFault) -> (count: Int, events: Int16?) {
        do throws(NetworkError) {
            switch try channel.tryWrite(bytes, range) {
            case .moved(let count): return (count, nil)
            case .needsReading: return (0, Int16(POLLIN))
            case .needsWriting: return (0, Int16(POLLOUT))
            case .ended: throw NetworkError(.connectionClosed, "the peer closed the connection")
            }
        } catch {
            throw RelayFault(side: side, cause: error)
        }
    }

    /// Sends what came from this end to another, as far as that takes it.
    func forward(
        to sink: RelayStream,
        atMost limit: Int
    ) throws(RelayFault) -> (count: Int, events: Int16?) {
        let result = try sink.send(buffer, start..<min(end, start + limit))
        take(result.count)
        return result
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], by deadline: Deadline) throws(RelayFault) {
        do throws(NetworkError) { try channel.write(bytes, by: deadline) } catch {
            throw RelayFault(side: side, cause: error)
        }
    }

    /// Waits until something came.
    ///
    /// - Returns: False if the peer has ended.
    func awaitBytes(by deadline: Deadline) throws(RelayFault) -> Bool {
        while isEmpty {
            if isEnded { return false }
            guard let events = try fill() else { continue }
            guard RelayWait.wait([(channel.descriptor, events)], by: deadline) else {
                throw RelayFault(side: side, cause: NetworkError(.timedOut, "waiting for data from the peer"))
            }
        }
        return true
    }

    /// Reads a head.
    ///
    /// - Returns: The reader, which has it; nil if the peer has ended before its first byte.
    func readHead(by deadline: Deadline) throws(RelayFault) -> HTTPHeadReader? {
        var reader = HTTPHeadReader()
        while true {
            guard try awaitBytes(by: deadline) else {
                if reader.isEmpty { return nil }
                throw RelayFault(side: side, cause: NetworkError(.connectionClosed, "in the head"))
            }
            if try read(&reader) { return reader }
        }
    }

    /// Gives a reader what came; true if its head is complete.
    func read(_ reader: inout HTTPHeadReader) throws(RelayFault) -> Bool {
        do throws(NetworkError) {
            let (taken, isComplete) = try reader.read(pending)
            take(taken)
            return isComplete
        } catch {
            throw RelayFault(side: side, cause: error)
        }
    }
}
