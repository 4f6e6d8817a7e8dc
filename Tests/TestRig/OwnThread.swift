import Foundation

/// Runs a call that blocks on a thread of its own, and gives its result.
///
/// The threads of tasks are few: two tests that block them wait for a third, which finds none to run on.
public func onOwnThread<Value: Sendable>(
    _ call: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: call)) }
    }
}
