internal import CJetonHost
internal import Cryptoki

/// How a child process that ran a module ended.
public enum ChildEnd: Hashable, Sendable {
    /// It ended by itself with an exit code.
    case exited(Int32)
    /// A signal ended it while it was in a module's function.
    case crashedInModule(path: String, function: String, signal: Int32)
    /// A signal ended it outside any module.
    case crashed(signal: Int32)
    /// A module's function did not come back in time and the child was killed.
    case hungInModule(path: String, function: String, seconds: Int)
    /// The child did not end in time, outside any module, and was killed.
    case hung(seconds: Int)
    /// The module ended the process by itself, with an exit code.
    case exitedInModule(path: String, function: String, code: Int32)

    /// One sentence for people, or nil if the child ended as it should.
    package var explanation: String? {
        switch self {
        case .exited: nil
        case .crashedInModule(let path, let function, let signal):
            "module \(path) crashed in \(function) (\(ChildEnd.name(ofSignal: signal)))"
        case .crashed(let signal): "the process was terminated by \(ChildEnd.name(ofSignal: signal))"
        case .hungInModule(let path, let function, let seconds):
            "module \(path) did not return from \(function) within \(seconds) s and was killed"
        case .hung(let seconds): "the process did not end within \(seconds) s and was killed"
        case .exitedInModule(let path, let function, let code):
            "module \(path) ended the process in \(function) (exit code \(code))"
        }
    }

    /// The module that was running; nil if none was.
    public var modulePath: String? {
        switch self {
        case .crashedInModule(let path, _, _), .hungInModule(let path, _, _), .exitedInModule(let path, _, _): path
        case .exited, .crashed, .hung: nil
        }
    }

    /// The module's function that was running; nil if none was.
    public var function: String? {
        switch self {
        case .crashedInModule(_, let function, _), .hungInModule(_, let function, _),
            .exitedInModule(_, let function, _):
            function
        case .exited, .crashed, .hung: nil
        }
    }

    /// The name of a signal that ends processes, such as `SIGSEGV`.
    static func name(ofSignal signal: Int32) -> String {
        let names: [Int32: String] = [
            2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 10: "SIGUSR1", 11: "SIGSEGV", 12: "SIGUSR2", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
            24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
        ]
        return names[signal] ?? "signal \(signal)"
    }
}
