internal import ArgumentParser
internal import Glibc

/// The program `jeton` as a library.
public enum Program {
    /// Runs the command line of this process and ends it with the exit code.
    public static func runAndExit() -> Never {
        // A reader of the output that goes away is an error message, not a signal.
        signal(SIGPIPE, SIG_IGN)
        exit(Jeton.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
