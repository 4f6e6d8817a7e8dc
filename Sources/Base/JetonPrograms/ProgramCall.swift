internal import CJetonSystem
internal import Glibc

/// Another program, and what it gets of this process.
///
/// It has no signal of this process's blocked or ignored, and no descriptor but the standard streams.
package struct ProgramCall: Sendable {
    /// Where a standard stream of the program leads.
    package enum Stream: Sendable {
        /// Where the stream of this process leads.
        case inherited
        /// `/dev/null`.
        case nothing
        /// An open descriptor of this process.
        case descriptor(Int32)
    }

    /// The program and its arguments; a name without a slash is looked up in PATH.
    package let arguments: [String]
    /// All variables of the program; those of this process if nil.
    package var environment: [String: String]?
    /// The standard input.
    package var input = Stream.inherited
    /// The standard output.
    package var output = Stream.inherited
    /// The standard error.
    package var errors = Stream.inherited
    /// Whether the program runs in its own session, so that no terminal ends it.
    package var hasOwnSession = false
    /// Open descriptors of this process that the program gets beside the standard streams, as 3, 4 and so on.
    package var further: [Int32] = []
    /// Whether the program also gets the other descriptors that this process was given.
    package var keepsDescriptors = false

    /// Describes a program that inherits the streams and variables of this process.
    ///
    /// - Parameter arguments: The program and its arguments; must not be empty.
    package init(_ arguments: [String]) { self.arguments = arguments }

    /// Describes a program with nothing to read and nowhere to write.
    ///
    /// - Parameter arguments: The program and its arguments; must not be empty.
    package init(silent arguments: [String]) {
        self.arguments = arguments
        input = .nothing
        output = .nothing
        errors = .nothing
    }

    /// Starts the program.
    ///
    /// - Throws: ``ProgramError/Code/start``.
    package func start() throws(ProgramError) -> RunningProgram {
        guard let name = arguments.first else { throw ProgramError(.start, "", number: ENOENT) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .inherited: break
            case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            case .descriptor(let source): unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(number))
            }
        }
        // Above all numbers that the program gets, so that none of them is overwritten before it is copied.
        let places = further.map { fcntl($0, F_DUPFD_CLOEXEC, Int32(3 + further.count)) }
        defer { for place in places where place >= 0 { close(place) } }
        for (index, place) in places.enumerated() {
            guard place >= 0 else { throw ProgramError(.start, name, number: errno) }
            unsafe posix_spawn_file_actions_adddup2(&actions, place, Int32(3 + index))
        }
        if !keepsDescriptors { unsafe system_close_from(&actions, Int32(3 + further.count)) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // A thread of libdispatch blocks most signals, and a program inherits that: Control-C would do nothing.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // 0x80 is POSIX_SPAWN_SETSID of glibc.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasOwnSession ? 0x80 : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe (environment ?? [:]).map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let failure =
            if environment == nil {
                unsafe posix_spawnp(&process, name, &actions, &attributes, &words, environ)
            } else {
                unsafe posix_spawnp(&process, name, &actions, &attributes, &words, &variables)
            }
        guard failure == 0 else { throw ProgramError(.start, name, number: failure) }
        return RunningProgram(process: process)
    }
}
