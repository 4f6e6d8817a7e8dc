import Glibc
import JetonOctets
import Testing
import TokenKit

extension PINReader {
    /// The PIN as text, for comparison in tests.
    func text(_ source: PINSource, _ prompt: PINPrompt = PINPrompt(role: .user)) throws -> String {
        switch try read(source, for: prompt) {
        case .pin(let secret):
            return secret.withBytes { span in
                String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self)
            }
        case .protectedAuthenticationPath: return "(protected authentication path)"
        }
    }
}

/// A pseudo-terminal whose far end a test holds.
final class PseudoTerminal: Sendable {
    let master: Int32
    let path: String
    /// Held open, so that the terminal keeps its mode between prompts.
    private let slave: Int32

    init() throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        // What unlockpt and ptsname do, which Glibc's module does not show: TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
        var isLocked: Int32 = 0
        var number: Int32 = 0
        try #require(unsafe ioctl(master, 0x4004_5431, &isLocked) == 0)
        try #require(unsafe ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
    }

    var isEchoing: Bool {
        var mode = termios()
        return unsafe tcgetattr(slave, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types a text.
    func type(_ text: String) {
        let octets = Array(text.utf8)
        _ = unsafe write(master, octets, octets.count)
    }

    /// What the terminal shows until a text comes, or nothing more for a minute.
    func output(until text: String) -> String {
        var shown: [UInt8] = []
        while true {
            var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, 60_000) > 0 else { break }
            var chunk = [UInt8](repeating: 0, count: 512)
            let count = unsafe read(master, &chunk, chunk.count)
            guard count > 0 else { break }
            shown += chunk.prefix(count)
            if String(decoding: shown, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    deinit {
        close(master)
        close(slave)
    }
}

/// Runs blocking code on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let box = ThreadBox { continuation.resume(returning: body()) }
        var thread = pthread_t()
        let pointer = unsafe Unmanaged.passRetained(box).toOpaque()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<ThreadBox>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            },
            pointer
        )
        precondition(result == 0)
        pthread_detach(thread)
    }
}

private final class ThreadBox: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
