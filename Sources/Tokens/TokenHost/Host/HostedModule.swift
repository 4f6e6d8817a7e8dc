internal import Synchronization

/// A module, and the child that looks for its tokens; it goes after some idle seconds.
package final class HostedModule: Sendable {
    /// The module's path.
    package let path: String
    /// What NSS's own modules need to be initialized with; nil for all others.
    package let initializationString: String?

    private struct State {
        var child: ModuleChild?
        var lastUse: BootTime?
    }

    private let program: ModuleChild.Program
    private let queue = SerialQueue()
    private let state = Mutex(State())

    /// Describes a module, which nothing loads before it is needed.
    package init(path: String, initializationString: String? = nil, program: ModuleChild.Program) {
        self.path = path
        self.initializationString = initializationString
        self.program = program
    }

    /// Looks for tokens, and tells what was found, or why nothing was, on a thread of the module.
    package func survey(_ tell: @escaping @Sendable (Result<[HostedSlot], TokenHostError>) -> Void) {
        let isTaken = queue.submit { tell(Result { () throws(TokenHostError) in try self.look() }) }
        if !isTaken { tell(.failure(TokenHostError(.moduleFailed, detail: "no thread"))) }
    }

    /// Ends the child if it was idle for some seconds, or at once.
    package func release(idleSeconds: Int = 0) {
        guard let lastUse = state.withLock({ $0.lastUse }), lastUse.adding(seconds: idleSeconds) <= BootTime.now else {
            return
        }
        queue.submit { self.keep(nil) }
    }

    /// When the child has been idle for some seconds; nil without one.
    package func releaseTime(idleSeconds: Int) -> BootTime? {
        state.withLock { $0.lastUse?.adding(seconds: idleSeconds) }
    }

    private func look() throws(TokenHostError) -> [HostedSlot] {
        if let former = state.withLock({ $0.child }), former.isRunning, let slots = try? slots(former) {
            keep(former)
            return slots
        }
        keep(nil)
        let child: ModuleChild
        do throws(ChildFailure) { child = try makeChild() } catch {
            throw TokenHostError(.moduleFailed, detail: error.description)
        }
        let found = try slots(child)
        keep(child)
        return found
    }

    private func slots(_ child: ModuleChild) throws(TokenHostError) -> [HostedSlot] {
        let answer: ChildAnswer
        do throws(ChildFailure) {
            answer = try child.ask(.survey(module: path, initializationString: initializationString))
        } catch {
            throw TokenHostError(.moduleFailed, detail: error.description)
        }
        switch answer {
        case .slots(let slots): return slots
        case .refused(let value, let function):
            var error = TokenHostError(.refused, detail: "\(path): \(function)")
            error.returnValue = value
            throw error
        default: throw TokenHostError(.moduleFailed, detail: "\(path) can't be loaded")
        }
    }

    private func keep(_ child: ModuleChild?) {
        state.withLock { state in
            state.child = child
            state.lastUse = child == nil ? nil : BootTime.now
        }
    }

    /// A new child for a token of the module.
    func makeChild() throws(ChildFailure) -> ModuleChild { try ModuleChild(program, module: path) }
}
