internal import CJetonHost
internal import Glibc

/// Work in a child process that reports its step, so that its end can be attributed to a step.
///
/// The child has the terminal and the standard streams of this process. What it changes in memory is its own.
package enum SteppedWork {
    /// How the work ended.
    package struct Outcome: Sendable {
        /// How the child ended.
        package let end: ChildEnd
        /// The step that it was at, 1 to 65,535; 0 if it was at none.
        package let step: UInt16
    }

    /// Tells the parent where the child is.
    package struct Reporter: Sendable {
        let descriptor: Int32

        /// Tells that a step begins, or is still being worked at; 0 for what has no step, and may take any time.
        package func tell(_ step: UInt16) {
            guard descriptor >= 0 else { return }
            _ = IsolatedWork.write(
                [UInt8(truncatingIfNeeded: step), UInt8(truncatingIfNeeded: step >> 8)],
                to: descriptor
            )
        }
    }

    /// Runs `body` in a forked child and waits for it; in this process if it has more than one thread already.
    ///
    /// - Parameters:
    ///   - milliseconds: How long a step may go on without a report; the child is killed then.
    ///   - body: Gives the exit code, 0 to 255.
    /// - Returns: How the child ended, and its last step.
    package static func run(stallingAtMost milliseconds: Int, _ body: (Reporter) -> Int32) -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard WatchedChild.canFork, unsafe host_pipe(&ends) == 0 else { return runInPlace(body) }
        defer { close(ends[0]) }
        let output = ends[1]
        let child = WatchedChild { body(Reporter(descriptor: output)) }
        close(output)
        guard let child else { return runInPlace(body) }
        child.forwardSignals()
        defer { WatchedChild.forwardNoSignals() }
        return watch(child, ends[0], milliseconds)
    }

    private static func runInPlace(_ body: (Reporter) -> Int32) -> Outcome {
        Outcome(end: .exited(body(Reporter(descriptor: -1))), step: 0)
    }

    private static func watch(_ child: WatchedChild, _ descriptor: Int32, _ limit: Int) -> Outcome {
        var step: UInt16 = 0
        var told = ContinuousClock.now
        // Half of a number, if a read ended within it.
        var half: UInt8?
        var isOpen = true
        while true {
            var item = pollfd(fd: isOpen ? descriptor : -1, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&item, 1, isOpen ? 100 : 0)
            if ready > 0 {
                var buffer = [UInt8](repeating: 0, count: 512)
                let count = unsafe read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                isOpen = count > 0
                for octet in buffer.prefix(max(0, count)) {
                    guard let low = half else {
                        half = octet
                        continue
                    }
                    step = UInt16(low) | UInt16(octet) << 8
                    half = nil
                }
                told = .now
                if isOpen { continue }
            }
            // The pipe may stay open in a child of the child for a moment, so its end is no condition.
            if let end = child.end(within: isOpen ? 0 : 100) { return Outcome(end: end, step: step) }
            let waited = Int((ContinuousClock.now - told) / .milliseconds(1))
            guard step == 0 || waited < limit else {
                return Outcome(end: child.wait(atMost: 0, path: "", total: limit), step: step)
            }
        }
    }
}
