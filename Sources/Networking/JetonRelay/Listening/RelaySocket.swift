import JetonNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// A client's socket; closed with its last reference.
final class RelaySocket: SteppedChannel {
    private(set) var descriptor: Int32

    /// Takes over a socket that does not block.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close() }

    /// Gives the socket to a new owner.
    func release() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try TCPConnection.tryRead(descriptor, into: &buffer, range)
    }

    func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try TCPConnection.tryWrite(descriptor, buffer, range)
    }

    func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: capacity)
        while true {
            switch try tryRead(into: &bytes, 0..<capacity) {
            case .moved(let count): return Array(bytes.prefix(count))
            case .ended: return []
            case .needsReading, .needsWriting: try wait(Int16(POLLIN), by: deadline)
            }
        }
    }

    func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {
        var start = 0
        while start < bytes.count {
            switch try tryWrite(bytes, start..<bytes.count) {
            case .moved(let count): start += count
            case .ended, .needsReading, .needsWriting: try wait(Int16(POLLOUT), by: deadline)
            }
        }
    }

    private func wait(_ events: Int16, by deadline: Deadline) throws(NetworkError) {
        guard RelayWait.wait([(descriptor, events)], by: deadline) else {
            throw NetworkError(.timedOut, "waiting for the client")
        }
    }

    /// Ends the connection after the client has had time to read the answer: its own bytes that were not read would
    /// take the answer away.
    func linger(for duration: Duration) {
        guard descriptor >= 0 else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = Deadline.after(duration)
        // Bytes that keep coming are read without a look at the time.
        while deadline.milliseconds > 0, let bytes = try? read(16_384, by: deadline), !bytes.isEmpty {}
        close()
    }

    /// Ends the connection so that the client takes the answer for what it is: cut.
    func abort() {
        guard descriptor >= 0 else { return }
        var option = Glibc.linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &option,
            socklen_t(MemoryLayout<Glibc.linger>.size)
        )
        close()
    }

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }
}
