internal import Glibc

/// A program that runs beside this one and reads what this one writes.
struct PipedProgram: ~Copyable {
    private let pipe: Int32
    private let child: pid_t

    /// Starts a program, found as a shell finds it.
    init(_ words: [String]) throws(CommandError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw PipedProgram.failure("a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        // A program that reads no further is no failure; the child gets the signal's usual meaning back.
        _ = signal(SIGPIPE, SIG_IGN)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var started: pid_t = 0
        let number = unsafe posix_spawnp(&started, words[0], &actions, &attributes, &arguments, environ)
        close(ends[0])
        guard number == 0 else {
            close(ends[1])
            throw PipedProgram.failure(words[0], number)
        }
        pipe = ends[1]
        child = started
    }

    /// Writes to the program's standard input; what it reads no more is dropped.
    borrowing func write(_ octets: Span<UInt8>) throws(CommandError) {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.write(pipe, $0.baseAddress, $0.count)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EPIPE { return }
            guard written > 0 else { throw PipedProgram.failure("the program's input", errno) }
            offset += written
        }
    }

    /// Ends the input, and waits for the program.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    consuming func end() -> Int32 {
        let (pipe, child) = (pipe, child)
        discard self
        return PipedProgram.wait(pipe, child)
    }

    private static func wait(_ pipe: Int32, _ child: pid_t) -> Int32 {
        close(pipe)
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    private static func failure(_ what: String, _ number: Int32) -> CommandError {
        CommandError("\(what) can't be used: \(Process.reason(number))", exitCode: .inputOutput)
    }

    deinit { _ = PipedProgram.wait(pipe, child) }
}
