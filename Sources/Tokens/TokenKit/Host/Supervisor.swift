internal import CJetonHost

/// Runs work that loads modules in a child process, so that a module's crash or hang is a message and not an end.
package enum Supervisor {
    /// Runs `body` in a forked child and waits for it; in this process if it has more than one thread already.
    ///
    /// The child shares the terminal and the standard streams; a terminal that a killed child leaves without echo is put
    /// back. Files and memory that `body` changes are the child's.
    ///
    /// - Parameters:
    ///   - deadlines: How long one call of a module may take.
    ///   - goesOn: Whether the work goes on until it is ended, so that waiting must need little memory.
    ///   - body: Gives the exit code, 0 to 255.
    /// - Returns: How the child ended; ``ChildEnd/exited(_:)`` if all went well.
    package static func run(
        _ deadlines: CallDeadlines = CallDeadlines(),
        goesOn: Bool = false,
        _ body: () -> Int32
    ) -> ChildEnd {
        guard WatchedChild.canFork else { return .exited(body()) }
        let terminal = TerminalMode()
        guard
            let child = WatchedChild({
                host_forbid_core()
                return body()
            })
        else { return .exited(body()) }
        child.forwardSignals()
        defer { WatchedChild.forwardNoSignals() }
        if goesOn { LongRun.begin() }
        let end = child.wait(deadlines)
        // A child that came to its end by itself has put the terminal back itself.
        if case .exited = end { return end }
        terminal?.restore()
        return end
    }
}
