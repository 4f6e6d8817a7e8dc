internal import JetonOctets
internal import Synchronization
package import TokenKit

/// A token with its queue and its login.
///
/// Requests are done one after another on a thread of the token, so that a prompt or a slow card blocks no request for
/// another one. Each token has a child of its own once it is used.
package final class HostedToken: Sendable {
    /// The module.
    package let module: HostedModule
    /// The token.
    package let identity: TokenIdentity

    /// What others may know of the login.
    package struct Status: Hashable, Sendable {
        /// Whether the token is logged in to.
        package var isLoggedIn: Bool
        /// When the login ends if no more is signed; nil without one.
        package var ends: BootTime?
    }

    struct Login {
        /// Nil if it was entered on the reader, or the token needs none.
        let pin: SharedSecret?
        /// What tells that no card was taken out since.
        let witness: [UInt8]
        /// Whether the token is a card in a reader, which other programs wait for.
        let isCard: Bool
        let since: BootTime
        var lastUse: BootTime
        /// The keys as the token shows them after the login.
        var keys: [HostedKey]
    }

    struct State {
        var login: Login?
        var child: ModuleChild?
        /// How often the login was ended from outside: a request that began before does not keep it.
        var endings = 0
        var submitted = 0
        /// The last failure of a login, and the requests that had been submitted then: they share it.
        var failure: (error: TokenHostError, upTo: Int)?
    }

    let state = Mutex(State())
    let queue = SerialQueue()
    let rules: LoginRules
    let pinGuard: PINGuard
    let route: PINRoute
    /// The child, which work of the queue alone uses.
    var child: ModuleChild? { state.withLock { $0.child } }

    /// Describes a token that was found.
    ///
    /// - Parameters:
    ///   - identity: The token.
    ///   - module: The module that shows it.
    ///   - rules: How long a login lasts.
    ///   - pinGuard: Keeps the record of refused PINs.
    ///   - route: Decides whether a PIN may be sent to it.
    package init(
        _ identity: TokenIdentity,
        of module: HostedModule,
        rules: LoginRules,
        pinGuard: PINGuard,
        route: PINRoute
    ) {
        self.identity = identity
        self.module = module
        self.rules = rules
        self.pinGuard = pinGuard
        self.route = route
    }

    /// The login now.
    package var status: Status {
        state.withLock { state in
            guard let login = state.login, end(of: login) > BootTime.now else {
                return Status(isLoggedIn: false, ends: nil)
            }
            return Status(isLoggedIn: true, ends: end(of: login))
        }
    }

    /// The process of the child; nil without one.
    package var process: Int32? { child?.process }

    /// Whether the token's child has ended, or there is none.
    package var hasLostChild: Bool { child.map { !$0.isRunning } ?? true }

    /// How many requests wait.
    package var waitingCount: Int { queue.waitingCount }

    /// Does work on the token's thread, after all that was submitted before.
    ///
    /// - Parameter work: Gets what a request does with the token; may block.
    /// - Returns: Whether it will be done.
    package func submit(_ work: @escaping @Sendable (TokenAccess) -> Void) -> Bool {
        let number = state.withLock { state in
            state.submitted += 1
            return state.submitted
        }
        return queue.submit { work(TokenAccess(token: self, number: number)) }
    }

    /// Ends the login at once: the PIN is wiped and the child killed, also while a request waits for it.
    package func endLogin() {
        state.withLock { state in
            state.login = nil
            state.endings += 1
            state.child?.kill()
        }
        queue.submit { self.keep(nil) }
    }

    /// Ends what has lasted long enough.
    ///
    /// - Returns: When to look again; nil if nothing lasts.
    package func expire(_ now: BootTime = .now) -> BootTime? {
        enum Step { case none, release, end }
        let (step, next) = state.withLock { state -> (Step, BootTime?) in
            guard let login = state.login else { return (.none, nil) }
            let end = end(of: login)
            guard end > now else { return (.end, nil) }
            let release = login.lastUse.adding(seconds: rules.releaseSeconds)
            guard login.isCard, state.child != nil else { return (.none, end) }
            return release > now ? (.none, min(end, release)) : (.release, end)
        }
        switch step {
        case .none: break
        case .end: endLogin()
        case .release:
            // What is being done was not idle.
            queue.submit { if self.isIdle { self.keep(nil) } }
        }
        return next
    }

    private var isIdle: Bool {
        state.withLock {
            $0.login.map { $0.lastUse.adding(seconds: self.rules.releaseSeconds) <= BootTime.now } ?? true
        }
    }

    func end(of login: Login) -> BootTime {
        min(login.lastUse.adding(seconds: rules.idleSeconds), login.since.adding(seconds: rules.totalSeconds))
    }

    /// Takes a child in place of the former one, which ends.
    func keep(_ child: ModuleChild?) {
        // The former one ends after the lock is given back, since its end is waited for.
        let former = state.withLock { state in
            defer { state.child = child }
            return state.child
        }
        former?.kill()
    }
}
