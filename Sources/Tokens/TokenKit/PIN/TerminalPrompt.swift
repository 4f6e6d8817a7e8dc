internal import Glibc
internal import JetonOctets
internal import Synchronization

/// Asks for PINs on a terminal, without echo.
///
/// The terminal's mode is put back on every way out: an answer, an error, and the signals that end or stop a
/// process, which are sent on afterwards. One prompt at a time in a process.
struct TerminalPrompt {
    private static let turn = Mutex(())

    let path: String

    /// Asks, and asks again for a new PIN.
    func ask(_ prompt: PINPrompt) throws(PINError) -> Secret {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0, isatty(descriptor) == 1 else {
            if descriptor >= 0 { close(descriptor) }
            throw PINError(.noTerminal)
        }
        defer { close(descriptor) }
        let secret = try ask("\(prompt.text): ", descriptor)
        guard prompt.isNew else { return secret }
        // Before it is typed a second time.
        try PINBounds.check(secret, prompt.lengths)
        if prompt.refusesPublished, PublishedPIN.contains(secret) { throw PINError(.published) }
        let again = try ask("Repeat the new \(prompt.role.name): ", descriptor)
        guard secret.equals(again) else { throw PINError(.notRepeated) }
        return secret
    }

    private func ask(_ text: String, _ descriptor: Int32) throws(PINError) -> Secret {
        while true {
            let answer = try TerminalPrompt.turn.withLock { _ throws(PINError) in try askOnce(text, descriptor) }
            switch consume answer {
            case .line(let secret):
                guard !secret.isEmpty else { throw PINError(.empty) }
                return secret
            case .signal(SIGTSTP):
                // The process was stopped and goes on: ask once more.
                continue
            case .signal: throw PINError(.canceled)
            }
        }
    }

    private enum Answer: ~Copyable {
        case line(Secret)
        case signal(Int32)

        var signal: Int32? {
            switch self {
            case .line: nil
            case .signal(let number): number
            }
        }
    }

    private func askOnce(_ text: String, _ descriptor: Int32) throws(PINError) -> Answer {
        guard let signals = SignalWatch() else {
            throw PINError(.unreadable, detail: "\(SystemFailure.last)")
        }
        // Only when the mode is put back may a signal have its effect, so the watch ends after the silence.
        let answer: Answer
        do throws(PINError) {
            answer = try askSilently(text, descriptor, signals)
        } catch {
            signals.close(resending: nil)
            throw error
        }
        signals.close(resending: answer.signal)
        return answer
    }

    private func askSilently(
        _ text: String,
        _ descriptor: Int32,
        _ signals: borrowing SignalWatch
    ) throws(PINError) -> Answer {
        var mode = termios()
        guard unsafe tcgetattr(descriptor, &mode) == 0 else { throw PINError(.noTerminal) }
        var silent = mode
        silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        // Flushing drops what was typed before the question was seen.
        guard unsafe tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw PINError(.noTerminal) }
        defer {
            _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &mode)
            TerminalPrompt.write("\n", descriptor)
        }
        TerminalPrompt.write(text, descriptor)
        var caught: Int32?
        let secret = try Secret(capacity: PINReader.maximumLength + 1) {
            (target: inout MutableSpan<UInt8>) throws(PINError) in
            try readPINLine(descriptor, signals, into: &target, &caught)
        }
        if let caught { return .signal(caught) }
        return .line(secret)
    }

    /// Reads up to the newline; a signal ends it at once with what it is in `caught`.
    private func readPINLine(
        _ descriptor: Int32,
        _ signals: borrowing SignalWatch,
        into target: inout MutableSpan<UInt8>,
        _ caught: inout Int32?
    ) throws(PINError) -> Int {
        var count = 0
        var isTooLong = false
        while true {
            var waiting = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if unsafe poll(&waiting, 2, -1) < 0 {
                if errno == EINTR { continue }
                throw PINError(.unreadable, detail: "\(SystemFailure.last)")
            }
            if let signal = signals.next() {
                caught = signal
                return 0
            }
            guard waiting[1].revents != 0 else { continue }
            guard try DescriptorInput.readOctet(from: descriptor, into: &target, at: count, path) else {
                // The end of the input, Control-D, without a line: nobody wants to answer.
                throw PINError(.canceled)
            }
            if target[count] == UInt8(ascii: "\n") {
                if isTooLong { throw PINError(.tooLong) }
                target[count] = 0
                return count
            }
            if count < PINReader.maximumLength { count += 1 } else { isTooLong = true }
        }
    }

    private static func write(_ text: String, _ descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
