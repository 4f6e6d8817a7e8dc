internal import Glibc
internal import TokenKit

/// A program that runs with nothing to read and nowhere to write, started without a descriptor of this process.
///
/// It tells whether a command works where a pipe can't be made any more.
struct QuietRun {
    private let child: pid_t

    /// Starts a program; nil if it can't be started.
    ///
    /// - Parameter arguments: The program, which is looked for in PATH, and its arguments.
    init?(_ arguments: [String]) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        unsafe StartedProgram.closeInherited(&actions)
        var words = unsafe arguments.map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        var child = pid_t()
        guard let name = arguments.first, unsafe posix_spawnp(&child, name, &actions, nil, &words, environ) == 0 else {
            return nil
        }
        self.child = child
    }

    /// Waits for the end of the program.
    ///
    /// - Parameters:
    ///   - milliseconds: How long it may take; it is killed then.
    ///   - whileWaiting: Called about five times a second.
    /// - Returns: Whether it ended with exit code 0.
    func succeeds(atMost milliseconds: Int, whileWaiting: () -> Void) -> Bool {
        var status: Int32 = 0
        for round in 0..<max(1, milliseconds / 20) {
            switch unsafe waitpid(child, &status, WNOHANG) {
            case child: return status == 0
            case -1 where errno != EINTR: return false
            default: break
            }
            if round % 10 == 0 { whileWaiting() }
            usleep(20_000)
        }
        kill(child, SIGKILL)
        while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
        return false
    }
}
