internal import Glibc

/// Runs another program and waits for it.
enum ProgramRunner {
    /// Runs a program found by PATH, with this process's standard streams.
    ///
    /// - Parameters:
    ///   - arguments: The program's name and its arguments.
    ///   - environment: Variables set beside those of this process.
    /// - Returns: The exit code; 128 and the signal's number if one ended it.
    /// - Throws: ``CommandError`` if it can't be started.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws(CommandError) -> Int32 {
        for (name, value) in environment { unsafe setenv(name, value, 1) }
        var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe vector.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawnp(&child, arguments[0], nil, nil, &vector, environ)
        guard failure == 0 else {
            throw CommandError("\(arguments[0]) can't be started: \(Process.reason(failure))", exitCode: .inputOutput)
        }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
