public import Jeton
internal import JetonThreads

extension TestCard {
    /// Makes a card without holding a thread of the pool that runs tasks.
    ///
    /// - Parameter label: At most 32 bytes of UTF-8.
    /// - Returns: The card.
    /// - Throws: As the initializer.
    public static func make(label: String = "TEST") async throws -> TestCard {
        try await offThePool { try TestCard(label: label) }
    }

    /// As the form that blocks.
    ///
    /// - Throws: As the form that blocks.
    public func makeKey(
        _ label: String,
        _ specification: KeySpecification = .ec(.p256),
        for purpose: KeyPurpose = .any
    ) async throws -> TokenKey {
        try await Self.offThePool { try self.makeKey(label, specification, for: purpose) }
    }

    private static func offThePool<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isStarted = OwnThread.start(named: "jeton-test") { continuation.resume(with: Result { try body() }) }
            if !isStarted { continuation.resume(throwing: TestCardError(.card, "the system gives no thread")) }
        }
    }
}
