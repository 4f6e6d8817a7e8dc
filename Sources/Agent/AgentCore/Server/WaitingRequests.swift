internal import PeerIdentity
internal import Synchronization

/// How many requests of each program wait for a person or a token.
final class WaitingRequests: Sendable {
    /// Requests of one program that may wait.
    static let limit = 8

    private let counts = Mutex<[FileIdentity: Int]>([:])

    /// Counts one more.
    ///
    /// - Throws: ``Refusal/Reason/tooMany``.
    func enter(_ request: SignRequest) throws(Refusal) {
        let isTaken = counts.withLock { counts in
            guard counts[request.program.file, default: 0] < WaitingRequests.limit else { return false }
            counts[request.program.file, default: 0] += 1
            return true
        }
        guard isTaken else { throw Refusal(.tooMany) }
    }

    /// Counts one less.
    func leave(_ request: SignRequest) {
        counts.withLock { counts in
            let left = counts[request.program.file, default: 1] - 1
            counts[request.program.file] = left > 0 ? left : nil
        }
    }
}
