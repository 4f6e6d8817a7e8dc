/// A connection that carries bytes both ways; used by one thread at a time.
package protocol ByteChannel: AnyObject {
    /// Waits for bytes.
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
