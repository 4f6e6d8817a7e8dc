internal import Glibc
internal import Octets

/// Another program that gets a secret on its standard input, or gives one on its standard output.
enum FilteredProgram {
    /// Starts a program in a session of its own that reads a secret, and does not wait for it.
    ///
    /// - Returns: Its process identifier.
    static func start(_ arguments: [String], reading secret: borrowing Secret) throws(CommandError) -> pid_t {
        let input = try pipe()
        let child: pid_t
        do throws(CommandError) {
            child = try spawn(arguments, input: input.reader, output: nil, inOwnSession: true)
        } catch {
            close(input.writer)
            throw error
        }
        defer { close(input.writer) }
        try write(secret, to: input.writer, arguments[0])
        return child
    }

    /// Runs a program that reads a secret and writes to this process's standard output.
    ///
    /// - Returns: Its exit code; 128 and the signal's number if one ended it.
    static func run(_ arguments: [String], reading secret: borrowing Secret) throws(CommandError) -> Int32 {
        let input = try pipe()
        let child: pid_t
        do throws(CommandError) {
            child = try spawn(arguments, input: input.reader, output: 1, inOwnSession: false)
        } catch {
            close(input.writer)
            throw error
        }
        let failure: CommandError?
        do throws(CommandError) {
            try write(secret, to: input.writer, arguments[0])
            failure = nil
        } catch {
            failure = error
        }
        // Its end of the pipe must see the end before it is waited for.
        close(input.writer)
        let code = wait(child)
        if let failure { throw failure }
        return code
    }

    /// Runs a program and takes what it writes as a secret.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH` unless it has a slash, and its arguments.
    ///   - environment: Variables to set, in this process too.
    ///   - limit: The size in bytes from which the output is refused.
    /// - Returns: What the program wrote to its standard output.
    /// - Throws: ``CommandError`` with exit code 7 if the program can't be started, fails, or writes `limit` bytes.
    static func output(
        of arguments: [String],
        environment: [String: String] = [:],
        limit: Int = 1_048_576
    ) throws(CommandError) -> Secret {
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        let output = try pipe()
        for (name, value) in environment { unsafe setenv(name, value, 1) }
        let child: pid_t
        do throws(CommandError) {
            child = try spawn(arguments, input: null, output: output.writer, inOwnSession: false)
        } catch {
            close(output.reader)
            throw error
        }
        close(output.writer)
        let secret = Secret(capacity: limit) { (target: inout MutableSpan<UInt8>) in
            var count = 0
            while true {
                let added = unsafe target.withUnsafeMutableBytes { buffer in
                    unsafe Glibc.read(output.reader, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                }
                if added < 0, errno == EINTR { continue }
                if added <= 0 { return count }
                count += added
                if count == limit { return count }
            }
        }
        close(output.reader)
        let code = wait(child)
        guard secret.count < limit else {
            throw CommandError("\(arguments[0]) gave \(limit) bytes or more", exitCode: .inputOutput)
        }
        guard code == 0 else {
            throw CommandError("\(arguments[0]) failed with exit code \(code)", exitCode: .inputOutput)
        }
        return secret
    }

    private static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func pipe() throws(CommandError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else {
            throw CommandError("a pipe can't be made: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts a program; `input` is closed here.
    private static func spawn(
        _ arguments: [String],
        input: Int32,
        output: Int32?,
        inOwnSession: Bool
    ) throws(CommandError) -> pid_t {
        defer { close(input) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        if let output {
            if output != 1 { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID of glibc.
        if inOwnSession { unsafe posix_spawnattr_setflags(&attributes, 0x80) }
        var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe vector.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawnp(&child, arguments[0], &actions, &attributes, &vector, environ)
        guard failure == 0 else {
            throw CommandError("\(arguments[0]) can't be started: \(Process.reason(failure))", exitCode: .inputOutput)
        }
        return child
    }

    private static func write(
        _ secret: borrowing Secret,
        to descriptor: Int32,
        _ name: String
    ) throws(CommandError) {
        try secret.withBytes { (octets: Span<UInt8>) throws(CommandError) in
            var offset = 0
            while offset < octets.count {
                let count = unsafe octets.extracting(offset...).withUnsafeBytes {
                    unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw CommandError(
                        "\(name) does not take the secret: \(Process.reason(errno))",
                        exitCode: .inputOutput
                    )
                }
                offset += count
            }
        }
    }
}
