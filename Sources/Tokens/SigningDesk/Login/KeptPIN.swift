internal import JetonOctets
import Synchronization
package import TokenKit

/// The PIN of a key that requires it for each signature: asked for once, and never again after a refusal.
package final class KeptPIN: Sendable {
    private enum State: ~Copyable {
        case unknown
        case known(Secret)
        case refused(any Error)
    }

    private let state = Mutex(State.unknown)

    /// Makes one without a PIN.
    package init() {}

    /// The PIN, which is asked for if it is not here; one thread asks at a time.
    ///
    /// - Throws: What `read` throws; after a refusal, what ``refuse(_:)`` was given.
    package func entry(_ read: () throws -> PINEntry) throws -> PINEntry {
        try state.withLock { state in
            switch state {
            case .known(let secret): return .pin(secret.withBytes { Secret(copying: $0) })
            case .refused(let error): throw error
            case .unknown: break
            }
            switch try read() {
            case .protectedAuthenticationPath: return .protectedAuthenticationPath
            case .pin(let secret):
                state = .known(secret.withBytes { Secret(copying: $0) })
                return .pin(secret)
            }
        }
    }

    /// Wipes the PIN, which the token has refused.
    package func refuse(_ error: any Error) { state.withLock { $0 = .refused(error) } }
}
