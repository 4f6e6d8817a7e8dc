import Foundation

/// Starts programs and reads their output: the part of ``ChildProcess`` that speaks to the system.
enum Spawner {
    /// A started program and the test's ends of its pipes.
    struct Spawned: Sendable {
        let processIdentifier: Int32
        let input: Int32
        let output: Int32
        let error: Int32
    }

    // One at a time: between making a pipe and marking its ends, another start would inherit them.
    private static let lock = NSLock()

    /// Does something while no program is started, which would hold a file that is being written: a script among them
    /// could not be run then ("Text file busy").
    static func withoutStarts<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Writing to a program that has ended must be an error, not the end of the tests.
    private static let ignoresBrokenPipes: Void = { _ = Foundation.signal(SIGPIPE, SIG_IGN) }()

    static func spawn(
        _ arguments: [String],
        environment: [String: String],
        workingDirectory: String?
    ) throws -> Spawned {
        _ = ignoresBrokenPipes
        // posix_spawn's own way to change the directory is not visible to Swift.
        let arguments = workingDirectory.map { ["env", "--chdir=\($0)"] + arguments } ?? arguments
        let program = path(of: arguments.first ?? "", in: environment["PATH"] ?? "")
        lock.lock()
        defer { lock.unlock() }
        let (childInput, input) = try makePipe()
        let (output, childOutput) = try makePipe()
        let (error, childError) = try makePipe()
        defer { for end in [childInput, childOutput, childError] { close(end) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, childInput, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, childError, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        var allSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe sigfillset(&allSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &allSignals)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        )
        var processIdentifier: pid_t = 0
        let result = unsafe withCStrings(arguments) { argv in
            unsafe withCStrings(environment.map { "\($0)=\($1)" }) { envp in
                unsafe posix_spawnp(&processIdentifier, program, &actions, &attributes, argv, envp)
            }
        }
        guard result == 0 else {
            for end in [input, output, error] { close(end) }
            throw TestRigError("cannot start \(arguments): \(unsafe String(cString: strerror(result)))")
        }
        return Spawned(processIdentifier: processIdentifier, input: input, output: output, error: error)
    }

    /// Reads both outputs to their end, then waits for the program; runs on a thread of its own.
    ///
    /// - Parameters:
    ///   - spawned: The program, whose output pipes are closed here.
    ///   - collect: Gets what was read and whether from standard error; false ends the reading.
    ///   - end: Gets how the program ended.
    static func drain(
        _ spawned: Spawned,
        collect: ([UInt8], Bool) -> Bool,
        end: (ChildProcess.Ending) -> Void
    ) {
        var open = [spawned.output, spawned.error]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !open.isEmpty {
            var descriptors = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            // A program that a killed one had started may hold the pipes: look from time to time who still listens.
            let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), 1000)
            if ready == 0, !collect([], false) { break }
            for descriptor in descriptors where descriptor.revents != 0 {
                let count = unsafe read(descriptor.fd, &buffer, buffer.count)
                let isWanted = count > 0 && collect(Array(buffer.prefix(count)), descriptor.fd == spawned.error)
                if !isWanted { open.removeAll { $0 == descriptor.fd } }
            }
        }
        close(spawned.output)
        close(spawned.error)
        var status: Int32 = 0
        while unsafe waitpid(spawned.processIdentifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        end(signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal))
    }

    static func writeAll(_ octets: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, octets.count - offset)
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            offset += written
        }
    }

    /// The program that the started one would find by this name.
    ///
    /// posix_spawnp looks in the test's own PATH. A Python found there takes the first of its name in its own PATH for
    /// itself, and with that the other one's library.
    private static func path(of name: String, in search: String) -> String {
        guard !name.contains("/") else { return name }
        return search.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 } ?? name
    }

    /// Reading end, writing end.
    private static func makePipe() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw TestRigError("no pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Lends a list of C strings that ends with a null pointer.
    private static func withCStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers)
    }
}
