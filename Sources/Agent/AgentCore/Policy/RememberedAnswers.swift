internal import PeerIdentity
internal import SSHWire
internal import Synchronization

/// The answers that hold until the login of their token ends.
package final class RememberedAnswers: Sendable {
    private struct Answer: Hashable {
        let file: FileIdentity
        let key: String
        let purpose: SignedData.Purpose
        let destination: String
    }

    private static let limit = 4096

    private let answers = Mutex<Set<Answer>>([])

    /// Remembers nothing.
    package init() {}

    /// How many are remembered.
    package var count: Int { answers.withLock { $0.count } }

    /// Whether a person has agreed to requests like this one.
    package func holds(_ request: SignRequest) -> Bool {
        request.canBeRemembered && answers.withLock { $0.contains(RememberedAnswers.answer(request)) }
    }

    /// Remembers that a person has agreed, if it may be remembered.
    package func remember(_ request: SignRequest) {
        guard request.canBeRemembered else { return }
        answers.withLock { answers in
            if answers.count < RememberedAnswers.limit { answers.insert(RememberedAnswers.answer(request)) }
        }
    }

    /// Forgets what was agreed to for some keys; for all of them if nil.
    package func forget(keys: Set<String>? = nil) {
        answers.withLock { answers in answers = keys.map { keys in answers.filter { !keys.contains($0.key) } } ?? [] }
    }

    private static func answer(_ request: SignRequest) -> Answer {
        Answer(
            file: request.program.file,
            key: request.key,
            purpose: request.data.purpose,
            destination: request.destination.text
        )
    }
}
