import KeystoreBase
import Octets

#if canImport(Glibc)
    import Glibc
#endif

/// Runs a program with octets on its standard input and takes its standard output as a secret.
enum ChildProcess {
    struct Result: ~Copyable {
        /// The exit status, or 128 and the number of the signal that ended it.
        let status: Int32
        let output: Secret
        /// The last line on standard error, cut to 200 characters.
        let message: String
    }

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - path: An absolute path.
    ///   - arguments: The arguments behind the program's name.
    ///   - input: What the program reads.
    ///   - limit: Octets of output that are taken at most; more is an error.
    ///   - seconds: After this time the program is killed.
    /// - Returns: What it wrote, and how it ended.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if it cannot be started or does not end.
    static func run(
        _ path: String,
        _ arguments: [String],
        input: Span<UInt8>,
        limit: Int,
        seconds: Int
    ) throws(KeystoreError) -> Result {
        let pipes = try Pipes()
        let child = try spawn(path, arguments, pipes)
        pipes.closeChildEnds()
        var errors: [UInt8] = []
        var isComplete = false
        let output = Secret(capacity: limit) { (span: inout MutableSpan<UInt8>) in
            let exchanged = exchange(pipes, input, &span, &errors, seconds: seconds)
            isComplete = exchanged != nil
            return exchanged ?? 0
        }
        if !isComplete { kill(child, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        guard isComplete else {
            throw KeystoreError(.unimplemented, "\(path) did not end in \(seconds) seconds or wrote too much")
        }
        let signal = status & 0x7F
        let message = String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        return Result(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
            output: output,
            message: String(message.prefix(200))
        )
    }

    private static func spawn(_ path: String, _ arguments: [String], _ pipes: Pipes) throws(KeystoreError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.input.read, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.output.write, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.errors.write, 2)
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        // No environment of the caller's: nothing in it may steer the tool.
        var environment = unsafe [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), strdup("LC_ALL=C"), nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawn(&child, path, &actions, nil, &words, &environment)
        guard failure == 0 else {
            throw KeystoreError(.unimplemented, SystemError("start", failure).keystoreError(path).context)
        }
        return child
    }

    /// Writes the input and reads both outputs until they end; nil after the deadline or on too much output.
    private static func exchange(
        _ pipes: Pipes,
        _ input: Span<UInt8>,
        _ output: inout MutableSpan<UInt8>,
        _ errors: inout [UInt8],
        seconds: Int
    ) -> Int? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var written = 0
        var count = 0
        var isOutputOpen = true
        var isErrorsOpen = true
        while isOutputOpen || isErrorsOpen {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return nil }
            var polls = [
                pollfd(fd: written < input.count ? pipes.input.write : -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOutputOpen ? pipes.output.read : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorsOpen ? pipes.errors.read : -1, events: Int16(POLLIN), revents: 0),
            ]
            let milliseconds = Int32(clamping: left.components.seconds * 1000 + 1)
            guard unsafe poll(&polls, 3, milliseconds) >= 0 || errno == EINTR else { return nil }
            if polls[0].revents != 0 {
                let sent = unsafe input.extracting(written...).withUnsafeBytes {
                    unsafe send(pipes.input.write, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                // A program that does not want its input has its reasons: its status tells.
                written = sent > 0 ? written + sent : input.count
            }
            if written == input.count { pipes.closeInput() }
            if polls[1].revents != 0 {
                guard count < output.count else { return nil }
                let got = unsafe output.withUnsafeMutableBytes {
                    unsafe read(pipes.output.read, $0.baseAddress?.advanced(by: count), $0.count - count)
                }
                if got > 0 { count += got } else { isOutputOpen = false }
            }
            if polls[2].revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 512)
                let got = unsafe read(pipes.errors.read, &buffer, buffer.count)
                if got > 0 { errors = (errors + buffer.prefix(got)).suffix(4096) } else { isErrorsOpen = false }
            }
        }
        return count
    }

    /// The three channels to a child; what is still open is closed at the end.
    private final class Pipes {
        struct Ends {
            var read: Int32
            var write: Int32
        }

        var input = Ends(read: -1, write: -1)
        var output = Ends(read: -1, write: -1)
        var errors = Ends(read: -1, write: -1)

        init() throws(KeystoreError) {
            // Sockets instead of pipes: writing to one can be told not to raise SIGPIPE.
            input = try Pipes.pair()
            output = try Pipes.pair()
            errors = try Pipes.pair()
        }

        private static func pair() throws(KeystoreError) -> Ends {
            var pair: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else {
                throw SystemError("socketpair").keystoreError("a child process")
            }
            return Ends(read: pair[0], write: pair[1])
        }

        func closeChildEnds() {
            Pipes.close(&input.read)
            Pipes.close(&output.write)
            Pipes.close(&errors.write)
        }

        func closeInput() { Pipes.close(&input.write) }

        private static func close(_ descriptor: inout Int32) {
            if descriptor >= 0 { _ = Glibc.close(descriptor) }
            descriptor = -1
        }

        deinit {
            closeChildEnds()
            closeInput()
            Pipes.close(&output.read)
            Pipes.close(&errors.read)
        }
    }
}
