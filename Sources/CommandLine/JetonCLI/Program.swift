internal import ArgumentParser
internal import CJetonSystem
internal import Glibc
internal import JetonFiles

/// The program `jeton` as a library.
public enum Program {
    /// Runs the command line of this process and ends it with the exit code.
    public static func runAndExit() -> Never {
        // A reader of the output that goes away is an error message, not a signal.
        signal(SIGPIPE, SIG_IGN)
        endOnQuit()
        openStandardStreams()
        // Not `CommandLine`, which reads them in /proc: in a chroot there may be none.
        var arguments: [String] = []
        for index in 1..<max(1, system_argument_count()) {
            guard let argument = unsafe system_argument(index) else { break }
            arguments.append(unsafe UndecodedPath.text(argument))
        }
        // git starts a helper by this name: a link to jeton.
        let name = unsafe system_argument(0).map { unsafe String(cString: $0) }
        if name?.split(separator: "/").last == "git-credential-jeton" { arguments.insert("git-credential", at: 0) }
        exit(JetonCommand.run(arguments).rawValue)
    }

    /// Lets SIGQUIT end the program at once, unless it was ignored from the start.
    ///
    /// Swift's run-time answers it with a backtrace, which takes seconds.
    private static func endOnQuit() {
        let before = unsafe unsafeBitCast(signal(SIGQUIT, SIG_DFL), to: Int.self)
        if unsafe before == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGQUIT, SIG_IGN) }
    }

    /// Puts something in the place of standard streams that are closed, or the next file that is opened would be one.
    ///
    /// The output can't be written then, which is an error; what would be said on the error stream is lost.
    private static func openStandardStreams() {
        for (descriptor, mode) in [(0, O_RDONLY), (1, O_RDONLY), (2, O_WRONLY)] as [(Int32, Int32)]
        where fcntl(descriptor, F_GETFD) < 0 { _ = unsafe open("/dev/null", mode) }
    }
}
