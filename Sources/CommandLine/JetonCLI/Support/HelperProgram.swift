internal import Enrollment
internal import Glibc
internal import TokenKit

/// Runs a program that submits requests for certificates.
enum HelperProgram {
    /// The most that is read of the program's output, in bytes.
    private static let limit = 1 << 20
    /// How long a program may take, in milliseconds.
    private static let patience: Int32 = 300_000

    /// Runs a program to its end; it reads nothing, and its messages go to the standard error stream.
    ///
    /// - Parameters:
    ///   - words: The program's path, and its arguments.
    ///   - variables: Its environment, beside this process's own.
    ///   - withheld: The names of this process's variables that it does not get.
    /// - Returns: Its exit status and output.
    /// - Throws: ``CommandError`` if it can't be started, is ended by a signal, or takes more than 5 minutes.
    static func run(
        _ words: [String],
        variables: [String: String],
        withheld: Set<String>
    ) throws(CommandError) -> HelperClient.Outcome {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw failure("a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child: pid_t
        do throws(CommandError) {
            let own = Process.variables.filter { !withheld.contains($0.key) }
            child = try start(words, own.merging(variables) { $1 }, output: ends[1])
        } catch {
            close(ends[1])
            throw error
        }
        close(ends[1])
        let end = ContinuousClock.now + .milliseconds(Int(patience))
        let output = read(ends[0], until: end)
        var status: Int32 = 0
        let hasEnded = output != nil && wait(for: child, until: end, &status)
        if !hasEnded {
            kill(child, SIGKILL)
            while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
        guard hasEnded, let output else {
            throw CommandError("'\(words[0])' takes too long, or says too much", exitCode: .inputOutput)
        }
        guard status & 0x7F == 0 else {
            throw CommandError("'\(words[0])' was ended by signal \(status & 0x7F)", exitCode: .inputOutput)
        }
        return HelperClient.Outcome(status: status >> 8 & 0xFF, output: output)
    }

    private static func start(
        _ words: [String],
        _ variables: [String: String],
        output: Int32
    ) throws(CommandError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        // Descriptors that this process was given, of a PIN for example.
        unsafe StartedProgram.closeInherited(&actions)
        var vector = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe vector.forEach { unsafe free($0) } }
        var environment = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let number = unsafe posix_spawn(&child, words[0], &actions, nil, &vector, &environment)
        guard number == 0 else { throw failure("'\(words[0])'", number) }
        return child
    }

    /// Waits for a program that has closed its output; false if it takes too long.
    private static func wait(for child: pid_t, until end: ContinuousClock.Instant, _ status: inout Int32) -> Bool {
        while ContinuousClock.now < end {
            let found = unsafe waitpid(child, &status, WNOHANG)
            if found == child { return true }
            usleep(20_000)
        }
        return false
    }

    /// What the program writes until it ends; nil if it takes too long or writes too much.
    private static func read(_ descriptor: Int32, until end: ContinuousClock.Instant) -> [UInt8]? {
        var output: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let left = end - ContinuousClock.now
            guard left > .zero, output.count <= limit else { return nil }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: left.components.seconds * 1_000 + 1)
            let ready = unsafe poll(&wanted, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? output : nil }
            output += block[..<count]
        }
    }

    private static func failure(_ what: String, _ number: Int32) -> CommandError {
        CommandError("\(what) can't be used: \(Process.reason(number))", exitCode: .inputOutput)
    }
}
