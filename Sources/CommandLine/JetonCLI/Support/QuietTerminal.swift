internal import Glibc
internal import Synchronization

/// Keeps what is typed ahead of a secret's prompt off the screen.
///
/// From ``begin()`` to ``end()`` the controlling terminal has no echo, so that a password pasted while a token is looked
/// for, or while a key is derived, is not shown. Signals that end or stop the process put the mode back first.
enum QuietTerminal {
    private static let descriptor = Atomic<Int32>(-1)
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    /// The mode before; a handler can reach nothing but globals.
    nonisolated(unsafe) private static var mode = termios()

    /// Turns the echo off; does nothing without a terminal, or in the background.
    static func begin() {
        guard descriptor.load(ordering: .sequentiallyConsistent) < 0 else { return }
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return }
        guard tcgetpgrp(terminal) == getpgrp(), unsafe tcgetattr(terminal, &mode) == 0,
            unsafe mode.c_lflag & tcflag_t(ECHO) != 0
        else {
            close(terminal)
            return
        }
        var silent = unsafe mode
        silent.c_lflag &= ~tcflag_t(ECHO)
        descriptor.store(terminal, ordering: .sequentiallyConsistent)
        for signal in signals {
            var action = sigaction()
            unsafe sigaction(signal, nil, &action)
            // A program that ignores a signal, as nohup has it do, goes on ignoring it.
            guard
                unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                    != unsafeBitCast(SIG_IGN, to: Int.self)
            else { continue }
            unsafe action.__sigaction_handler.sa_handler = { number in
                let terminal = QuietTerminal.descriptor.load(ordering: .sequentiallyConsistent)
                if terminal >= 0 { _ = unsafe tcsetattr(terminal, TCSANOW, &QuietTerminal.mode) }
                _ = Glibc.signal(number, SIG_DFL)
                raise(number)
            }
            unsafe sigaction(signal, &action, nil)
        }
        _ = unsafe tcsetattr(terminal, TCSADRAIN, &silent)
    }

    /// Puts the echo back, for a question whose answer may be shown, and at the end.
    static func end() {
        let terminal = descriptor.exchange(-1, ordering: .sequentiallyConsistent)
        guard terminal >= 0 else { return }
        _ = unsafe tcsetattr(terminal, TCSADRAIN, &mode)
        close(terminal)
        for signal in signals {
            var action = sigaction()
            unsafe sigaction(signal, nil, &action)
            let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
            if handler != ignored { _ = Glibc.signal(signal, SIG_DFL) }
        }
    }
}
