public import JetonOctets
import Synchronization

/// The name and password for one server or proxy.
///
/// A password that was refused is never sent again, by any thread; the first attempt is made by one thread alone.
public final class NetworkCredentials: Sendable {
    private enum State {
        case untried, trying, accepted, refused
    }

    /// The user's name, without a domain before it.
    public let user: String
    /// The domain of `DOMAIN\\user`; empty without one.
    public let domain: String
    private let password: SharedSecret
    private let state = Mutex(State.untried)

    /// Makes credentials.
    ///
    /// - Parameters:
    ///   - name: `user`, `user@domain.example` or `DOMAIN\user`.
    ///   - password: UTF-8.
    public init(name: String, password: consuming Secret) {
        if let slash = name.firstIndex(of: "\\") {
            domain = String(name[..<slash])
            user = String(name[name.index(after: slash)...])
        } else {
            domain = ""
            user = name
        }
        self.password = SharedSecret(password)
    }

    /// Lends the password.
    func borrow<Result, Failure: Error>(
        _ body: (borrowing Secret) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try password.borrow(body)
    }

    /// Whether the password was refused.
    public var isRefused: Bool { state.withLock { $0 == .refused } }

    /// Takes the right to send the password; waits while another thread makes the first attempt.
    func claim(by deadline: Deadline) throws(NetworkError) {
        while true {
            let found = state.withLock { state in
                defer { if state == .untried { state = .trying } }
                return state
            }
            switch found {
            case .untried, .accepted: return
            case .refused: throw NetworkError(.authenticationFailed, "the password was already refused")
            case .trying:
                guard deadline.milliseconds > 0 else { throw NetworkError(.timedOut, "the first use of the password") }
                Descriptor.sleep(milliseconds: 10)
            }
        }
    }

    /// Notes that the peer ended the connection in place of an answer.
    ///
    /// - Returns: Whether the password counts as refused from now on: it was not accepted before.
    func settleWithoutAnswer() -> Bool {
        state.withLock { state in
            if state == .trying { state = .refused }
            return state == .refused
        }
    }

    /// Notes whether the password was accepted; nil if it was neither accepted nor refused.
    func settle(accepted: Bool?) {
        state.withLock { state in
            switch accepted {
            case true?: state = state == .refused ? .refused : .accepted
            case false?: state = .refused
            case nil: if state == .trying { state = .untried }
            }
        }
    }
}
