import Synchronization

/// A resolver that gives the answers of another one again for some time, for clients that make many connections.
///
/// Failures are not remembered.
public final class RememberingResolver: HostResolver {
    private struct Answer {
        let addresses: [IPAddress]
        let until: Deadline
    }

    private static let nameLimit = 16

    private let resolver: any HostResolver
    private let duration: Duration
    private let answers = Mutex<[String: Answer]>([:])

    /// Makes a resolver.
    ///
    /// - Parameters:
    ///   - resolver: Finds what is not remembered.
    ///   - duration: How long an answer counts.
    public init(_ resolver: any HostResolver = SystemResolver(), for duration: Duration = .seconds(30)) {
        self.resolver = resolver
        self.duration = duration
    }

    /// The addresses of a name, best first.
    public func addresses(of name: String, by deadline: Deadline) throws(NetworkError) -> [IPAddress] {
        let now = Deadline.after(.zero)
        if let answer = answers.withLock({ $0[name] }), now < answer.until { return answer.addresses }
        let found = try resolver.addresses(of: name, by: deadline)
        answers.withLock { answers in
            if answers.count >= RememberingResolver.nameLimit { answers = [:] }
            answers[name] = Answer(addresses: found, until: .after(duration))
        }
        return found
    }
}
