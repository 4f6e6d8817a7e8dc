public import Cryptoki
public import JetonX509

// The forms of an asynchronous function; see Token.
extension TokenKey {
    /// Signs a message, which is hashed on the queue's thread unless the token hashes itself.
    ///
    /// A task that is canceled stops waiting at once. A call in the module can't be interrupted:
    /// ``TokenError/Code/canceledWhileRunning`` says that a signature may have been made, and `abandoned` gets it, for a
    /// key whose signatures are counted.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - algorithm: One of ``algorithms``; nil for the best.
    ///   - abandoned: Gets the outcome of a call whose task was canceled while the module worked; on the queue's thread.
    /// - Returns: As the form that blocks.
    /// - Throws: As the form that blocks; ``TokenError/Code/canceled``, ``TokenError/Code/canceledWhileRunning``,
    ///   ``TokenError/Code/queueFull``.
    public func signature(
        for message: some Sequence<UInt8>,
        algorithm: SignatureAlgorithm? = nil,
        abandoned: (@Sendable (Result<[UInt8], TokenError>) -> Void)? = nil
    ) async throws(TokenError) -> [UInt8] {
        let message = Array(message)
        return try await connection.queue.run(abandoned: abandoned) {
            try self.signature(for: message, algorithm: algorithm)
        }
    }

    /// As the form that blocks; see ``signature(for:algorithm:abandoned:)``.
    ///
    /// - Throws: As ``signature(for:algorithm:abandoned:)``, and as the form that blocks.
    public func signature(
        forDigest digest: some Sequence<UInt8>,
        algorithm: SignatureAlgorithm
    ) async throws(TokenError) -> [UInt8] {
        let digest = Array(digest)
        return try await connection.queue.run { try self.signature(forDigest: digest, algorithm: algorithm) }
    }

    /// As the form that blocks; see ``signature(for:algorithm:abandoned:)``.
    ///
    /// - Throws: As ``signature(for:algorithm:abandoned:)``, and as the form that blocks.
    public func signature(
        for data: some Sequence<UInt8>,
        with mechanism: Mechanism
    ) async throws(TokenError) -> [UInt8] {
        let data = Array(data)
        return try await connection.queue.run { try self.signature(for: data, with: mechanism) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As the form that blocks; ``TokenError/Code/canceled``, ``TokenError/Code/canceledWhileRunning``,
    ///   ``TokenError/Code/queueFull``.
    public func documentKey() async throws(TokenError) -> any SigningKey & Sendable {
        try await connection.queue.run { try self.documentKey() }
    }
}
