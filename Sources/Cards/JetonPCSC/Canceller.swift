/// Ends a wait on a context from another thread.
///
/// May be copied and used anywhere, also after the context was closed.
public struct Canceller: Sendable {
    let handle: ContextHandle

    /// Makes a ``Context/waitForChange(from:timeoutMilliseconds:)`` that runs now throw
    /// ``PCSCError/Code/canceled``.
    ///
    /// Does nothing if none runs: a caller that may be early cancels again.
    ///
    /// - Throws: ``PCSCError`` if the service cannot be reached.
    public func cancel() throws(PCSCError) { try handle.cancel() }
}
