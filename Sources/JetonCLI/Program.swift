internal import ArgumentParser
internal import Glibc

/// The program `jeton` as a library.
public enum Program {
    /// Runs the command line of this process and ends it with the exit code.
    public static func runAndExit() -> Never {
        // A reader of the output that goes away is an error message, not a signal.
        signal(SIGPIPE, SIG_IGN)
        // Not `CommandLine.arguments`, which makes generic types first, and that takes a hundredth of a short run.
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
            arguments.append(unsafe String(cString: argument))
        }
        exit(Jeton.run(arguments).rawValue)
    }
}
