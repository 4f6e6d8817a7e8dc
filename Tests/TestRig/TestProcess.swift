public import Glibc

/// A child process of a test; it is killed and reaped when the object goes.
public final class TestProcess: Sendable {
    /// A program that could not be started.
    public struct Failure: Error {
        let program: String
        let number: Int32
    }

    /// The number of the process.
    public let identifier: pid_t

    /// Starts a program by its path.
    ///
    /// - Parameters:
    ///   - arguments: The path and the arguments.
    ///   - environment: Variables beside PATH.
    ///   - files: Files for standard input, output and error; nil for `/dev/null`.
    /// - Throws: ``Failure`` with the error number of `posix_spawnp`.
    public init(_ arguments: [String], environment: [String: String] = [:], files: [String?] = [nil, nil, nil]) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, file) in files.enumerated() {
            let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
            unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file ?? "/dev/null", flags, 0o600)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        let variables = environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { old, _ in old }
        let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        let settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + settings).forEach { unsafe free($0) } }
        var child: pid_t = 0
        var result = ETXTBSY
        // Another test's child may for a moment still hold the descriptor through which this program was written.
        for _ in 0..<200 where result == ETXTBSY {
            result = unsafe posix_spawnp(&child, arguments[0], &actions, &attributes, words, settings)
            if result == ETXTBSY { usleep(10_000) }
        }
        guard result == 0 else { throw Failure(program: arguments[0], number: result) }
        identifier = child
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or 128 and the number of the signal.
    public func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    deinit {
        // After wait() the number may belong to another process, but then it is no child that could be reaped.
        var information = unsafe siginfo_t()
        if unsafe waitid(P_PID, id_t(identifier), &information, WNOWAIT | WNOHANG | WEXITED) == 0 {
            kill(identifier, SIGKILL)
            _ = wait()
        }
    }
}
