internal import Synchronization
package import TokenHost
package import TokenKit

/// The keys of all tokens of all modules.
package final class KeyRing: Sendable {
    private struct Place: Hashable {
        let module: String
        let token: TokenIdentity
    }

    private struct State {
        var tokens: [Place: HostedToken] = [:]
        var keys: [AgentKey] = []
        var failures: [String: TokenHostError] = [:]
        var waiting: [@Sendable () -> Void] = []
        var missing = 0
    }

    /// Idle seconds after which what looks for tokens is ended.
    private static let releaseSeconds = 5

    private let modules: [HostedModule]
    private let rules: LoginRules
    private let pinGuard: PINGuard
    private let route: PINRoute
    private let state = Mutex(State())

    /// Makes a ring without a key.
    package init(modules: [HostedModule], rules: LoginRules, pinGuard: PINGuard, route: PINRoute) {
        self.modules = modules
        self.rules = rules
        self.pinGuard = pinGuard
        self.route = route
    }

    /// The keys that were found last, each once, in the order of the modules.
    package var keys: [AgentKey] { state.withLock { $0.keys } }

    /// The tokens that were found so far.
    package var tokens: [HostedToken] { state.withLock { Array($0.tokens.values) } }

    /// The modules that could not be looked at, by their paths.
    package var failures: [String: TokenHostError] { state.withLock { $0.failures } }

    /// Looks for tokens by all modules at once; who asks meanwhile gets the same answer.
    ///
    /// - Parameter done: Called once all have answered, on a thread of a module, or at once without a module.
    package func refresh(_ done: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.waiting.append(done)
            guard state.missing == 0 else { return false }
            state.missing = modules.count
            return true
        }
        guard isFirst else { return }
        guard !modules.isEmpty else { return finish() }
        let found = Mutex<[Int: [HostedSlot]]>([:])
        for (index, module) in modules.enumerated() {
            module.survey { result in
                let isLast = self.state.withLock { state in
                    switch result {
                    case .success(let slots):
                        found.withLock { $0[index] = slots }
                        state.failures[module.path] = nil
                    case .failure(let error): state.failures[module.path] = error
                    }
                    state.missing -= 1
                    return state.missing == 0
                }
                if isLast { self.take(found.withLock { $0 }) }
            }
        }
    }

    private func take(_ found: [Int: [HostedSlot]]) {
        let gone = state.withLock { state -> [HostedToken] in
            var keys: [AgentKey] = []
            var blobs: Set<[UInt8]> = []
            var present: Set<Place> = []
            for (index, module) in modules.enumerated() {
                for slot in found[index] ?? [] where !slot.isBlank {
                    let place = Place(module: module.path, token: slot.token)
                    present.insert(place)
                    let token =
                        state.tokens[place]
                        ?? HostedToken(slot.token, of: module, rules: rules, pinGuard: pinGuard, route: route)
                    state.tokens[place] = token
                    for key in slot.keys.compactMap({ AgentKey($0, of: token) }) where blobs.insert(key.blob).inserted {
                        keys.append(key)
                    }
                }
            }
            state.keys = keys
            let looked = Set(found.keys.map { modules[$0].path })
            let lost = state.tokens.filter { looked.contains($0.key.module) && !present.contains($0.key) }
            for place in lost.keys { state.tokens[place] = nil }
            return Array(lost.values)
        }
        // A token that was pulled out ends its login.
        for token in gone { token.endLogin() }
        finish()
    }

    private func finish() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for done in waiting { done() }
    }

    /// Ends all logins and all children.
    package func endLogins() {
        for token in tokens { token.endLogin() }
        for module in modules { module.release() }
    }

    /// Ends what has lasted long enough.
    ///
    /// - Returns: When to look again; nil if nothing lasts.
    package func expire() -> BootTime? {
        let now = BootTime.now
        var next: [BootTime] = []
        for module in modules {
            guard let time = module.releaseTime(idleSeconds: KeyRing.releaseSeconds) else { continue }
            if time <= now { module.release(idleSeconds: KeyRing.releaseSeconds) } else { next.append(time) }
        }
        return (next + tokens.compactMap { $0.expire(now) }).min()
    }
}
