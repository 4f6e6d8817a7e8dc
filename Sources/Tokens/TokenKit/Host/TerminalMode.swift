internal import Glibc

/// The mode of the controlling terminal before a child process had it.
///
/// A child that is killed while it reads a PIN leaves the terminal without echo, and what was typed waiting there.
struct TerminalMode {
    private static let path = "/dev/tty"

    private let mode: termios

    /// Notes the mode; nil without a controlling terminal.
    init?() {
        let descriptor = unsafe open(Self.path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var mode = termios()
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
        self.mode = mode
    }

    /// Puts the mode back if it has changed, and drops what was typed meanwhile: the beginning of a PIN must not become
    /// a line of the shell.
    ///
    /// Does nothing in the background, where the terminal is another program's.
    func restore() {
        let descriptor = unsafe open(Self.path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var current = termios()
        var wanted = mode
        guard tcgetpgrp(descriptor) == getpgrp(), unsafe tcgetattr(descriptor, &current) == 0,
            current.c_lflag != wanted.c_lflag
        else { return }
        while unsafe tcsetattr(descriptor, TCSAFLUSH, &wanted) != 0, errno == EINTR {}
        _ = unsafe Glibc.write(descriptor, "\n", 1)
    }
}
