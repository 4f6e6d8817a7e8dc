package import Glibc

/// A program that was started; it continues if nothing waits for its end.
package struct RunningProgram: Sendable {
    /// Its process identifier.
    package let process: pid_t

    /// Waits for the end of the program, for as long as it takes.
    package func wait() -> ProgramEnd {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return .unknown }
        }
        return ProgramEnd(waitStatus: status)
    }

    /// Waits for the end of the program.
    ///
    /// - Parameters:
    ///   - limit: The longest wait.
    ///   - whileWaiting: Called about five times a second.
    /// - Returns: How it ended; nil if it still runs.
    package func end(within limit: Duration, whileWaiting: () -> Void = {}) -> ProgramEnd? {
        let deadline = ContinuousClock.now + limit
        var status: Int32 = 0
        var round = 0
        while true {
            let ended = unsafe waitpid(process, &status, WNOHANG)
            if ended == process { return ProgramEnd(waitStatus: status) }
            if ended < 0, errno != EINTR { return .unknown }
            if ContinuousClock.now >= deadline { return nil }
            if round.isMultiple(of: 40) { whileWaiting() }
            round += 1
            usleep(5_000)
        }
    }

    /// Kills the program and waits for its end.
    package func kill() {
        Glibc.kill(process, SIGKILL)
        _ = wait()
    }
}
