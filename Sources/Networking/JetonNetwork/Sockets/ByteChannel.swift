/// A connection that carries bytes both ways; used by one thread at a time.
package protocol ByteChannel: AnyObject {
    /// Waits for bytes.
    ///
    /// After the deadline nothing is read any more, also not what has already arrived: a peer that never pauses would
    /// keep its reader forever.
    ///
    /// - Parameters:
    ///   - capacity: The most that are returned; above zero.
    ///   - deadline: Until when.
    /// - Returns: At least one byte; none if the peer has ended the connection properly.
    /// - Throws: ``NetworkError/Code/timedOut``, ``NetworkError/Code/connectionClosed``, and for TLS
    ///   ``NetworkError/Code/tlsFailed``, ``NetworkError/Code/tlsRefused``, ``NetworkError/Code/keyFailed``.
    func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8]

    /// Sends all bytes.
    ///
    /// - Throws: As ``read(_:by:)``.
    func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError)

    /// Ends the connection; what is done with it later throws.
    func close()
}

/// What one step of a channel came to that does not wait.
package enum ChannelStep: Hashable, Sendable {
    /// So many bytes were moved, at least one.
    case moved(Int)
    /// Again when the socket can be read.
    case needsReading
    /// Again when the socket can be written.
    case needsWriting
    /// The peer has ended the connection properly.
    case ended
}

/// A channel that can also be used without waiting, so that one thread can serve both directions of two of them.
package protocol SteppedChannel: ByteChannel {
    /// The socket to wait for; -1 after the end.
    var descriptor: Int32 { get }

    /// Reads what has come.
    ///
    /// - Parameters:
    ///   - buffer: Gets the bytes, in the range.
    ///   - range: At least one byte of the buffer.
    /// - Returns: The step.
    /// - Throws: As ``ByteChannel/read(_:by:)``, without deadlines.
    func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep

    /// Sends what the peer takes now; after a step that could not, the same bytes must be given again.
    ///
    /// - Parameters:
    ///   - buffer: Has the bytes, in the range.
    ///   - range: At least one byte of the buffer.
    /// - Returns: The step.
    /// - Throws: As ``ByteChannel/write(_:by:)``, without deadlines.
    func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep
}
