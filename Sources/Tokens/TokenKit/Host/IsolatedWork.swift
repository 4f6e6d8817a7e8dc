internal import CJetonHost
internal import Glibc

/// Work done in a child process, from which octets come back: what crashes or hangs there ends the child only.
///
/// The child runs from the initializer on; several run side by side. A child whose outcome is not requested is killed.
package final class IsolatedWork {
    /// What came of it.
    package struct Outcome: Sendable {
        /// All that the child handed over before its end, be that good or bad; at most 32 MiB.
        package let octets: [UInt8]
        /// How it ended.
        package let end: ChildEnd
    }

    /// The most octets that a parent takes.
    private static let octetLimit = 33_554_432

    private let child: WatchedChild
    private let descriptor: Int32
    private var isFinished = false

    /// Runs a closure in a forked child without standard streams.
    ///
    /// Nil if this process has more than one thread, or the system gives no process: see ``canFork``.
    ///
    /// - Parameter body: Takes the descriptor to write to and gives the exit code, 0 to 255.
    package init?(_ body: (Int32) -> Int32) {
        var ends: [Int32] = [-1, -1]
        guard WatchedChild.canFork, unsafe host_pipe(&ends) == 0 else { return nil }
        let output = ends[1]
        let child = WatchedChild {
            _ = SilencedStreams()
            return body(output)
        }
        close(output)
        guard let child else {
            close(ends[0])
            return nil
        }
        self.child = child
        descriptor = ends[0]
    }

    /// Starts a program whose standard output is what comes back; its standard error goes nowhere.
    ///
    /// Nil if it can't be started.
    ///
    /// - Parameters:
    ///   - program: An absolute path.
    ///   - arguments: Its arguments, without its name.
    package init?(program: String, arguments: [String]) {
        var ends: [Int32] = [-1, -1]
        guard unsafe host_pipe(&ends) == 0 else { return nil }
        let child = WatchedChild(program: program, arguments: arguments, output: ends[1])
        close(ends[1])
        guard let child else {
            close(ends[0])
            return nil
        }
        self.child = child
        descriptor = ends[0]
    }

    deinit {
        if !isFinished { _ = child.wait(atMost: 0, path: "", total: 0) }
        close(descriptor)
    }

    /// Whether this process may fork: it has one thread.
    package static var canFork: Bool { WatchedChild.canFork }

    /// Writes octets to the descriptor that a child was given.
    ///
    /// - Returns: Whether all were written.
    package static func write(_ octets: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < octets.count {
            let count = unsafe octets[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return false }
            written += count
        }
        return true
    }

    /// Reads to the end of what the child writes and waits for the child; blocks.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait from now; the child is killed then.
    ///   - total: The whole time that the child had, for the words about it; nil if that is the same.
    ///   - path: The only module that the child runs, if it runs one.
    ///   - whileWaiting: Called about five times a second as long as the child has nothing to say.
    /// - Returns: What the child wrote, and how it ended.
    package func outcome(
        atMost milliseconds: Int,
        of total: Int? = nil,
        path: String = "",
        whileWaiting: () -> Void = {}
    ) -> Outcome {
        let start = ContinuousClock.now
        var octets = read(atMost: milliseconds, whileWaiting)
        let left = milliseconds - Int((ContinuousClock.now - start) / .milliseconds(1))
        isFinished = true
        let end = child.wait(atMost: max(left, 1), path: path, total: total ?? milliseconds)
        // A child that was done at the last moment: what it wrote meanwhile is still in the pipe.
        if left <= 0, case .exited = end { octets += read(atMost: 1000) {} }
        return Outcome(octets: octets, end: end)
    }

    private func read(atMost milliseconds: Int, _ whileWaiting: () -> Void) -> [UInt8] {
        let start = ContinuousClock.now
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        var isOver = false
        while answer.count <= IsolatedWork.octetLimit {
            let left = milliseconds - Int((ContinuousClock.now - start) / .milliseconds(1))
            guard left > 0 else { break }
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&item, 1, Int32(clamping: isOver ? 0 : min(left, 200)))
            if ready < 0, errno == EINTR { continue }
            guard ready != 0 else {
                // A process that the child left behind keeps the other end open.
                if isOver { break }
                isOver = child.hasEnded
                whileWaiting()
                continue
            }
            guard ready > 0 else { break }
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            answer += buffer[..<count]
        }
        return answer
    }
}
