import Octets
import Synchronization
import TokenKit

/// Answers PIN requests from a list and remembers what was asked.
final class PINDesk: Sendable {
    private let answers: Mutex<[String]>
    private let requests = Mutex<[PINRequest.Reason]>([])

    /// Gives these answers one after the other, and the last one from then on.
    init(_ answers: String...) { self.answers = Mutex(answers) }

    /// The reasons given, in order.
    var reasons: [PINRequest.Reason] { requests.withLock { $0 } }

    var provider: PINProvider {
        { request in
            self.requests.withLock { $0.append(request.reason) }
            let pin = self.answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            // A person takes a while; others who need the login come meanwhile.
            try await Task.sleep(for: .milliseconds(20))
            return .pin(Secret(copying: Array(pin.utf8).span))
        }
    }
}
