internal import CJetonHost
internal import Glibc

/// Processes that outlive the child that started them, such as a daemon that a module makes.
package enum LeftProcesses {
    private static let limit = 1024
    // What is killed leaves its own children to this process.
    private static let rounds = 64

    /// Does something, and ends all processes that it leaves behind, however they detached themselves.
    ///
    /// For a process with one thread. What runs as another user can't be ended.
    ///
    /// - Parameter body: Starts children; what it starts and does not wait for is killed.
    /// - Returns: What the body gives.
    /// - Throws: What the body throws.
    package static func ending<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let known = Set(children)
        let adopted = host_adopt(1)
        defer {
            if adopted >= 0 { endAll(but: known) }
            if adopted == 0 { _ = host_adopt(0) }
        }
        return try body()
    }

    private static func endAll(but known: Set<pid_t>) {
        for _ in 0..<rounds {
            let left = children.filter { !known.contains($0) }
            guard !left.isEmpty else { return }
            for process in left { kill(process, SIGKILL) }
            for process in left {
                var status: Int32 = 0
                _ = unsafe host_wait(process, 1000, &status)
            }
        }
    }

    private static var children: [pid_t] {
        var places = [pid_t](repeating: 0, count: limit)
        let count = unsafe host_children(&places, Int32(limit))
        return Array(places.prefix(max(0, Int(count))))
    }
}
