/// A line on the error stream that says how far a long command is; on a terminal only, and after a second.
struct Progress {
    private let start = ContinuousClock.now
    private let isShown = Console.isTerminal(2) && Process.variable("TERM") != "dumb"
    private var last = ContinuousClock.now
    private var wasShown = false

    /// Shows a state, at most five times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard isShown, now - start > .seconds(1), now - last > .milliseconds(200) else { return }
        last = now
        wasShown = true
        // Return to the line's start, and clear it.
        Console.noteWithoutNewline("\r\u{1B}[K\(Style.shown(text()))")
    }

    /// Removes the line.
    mutating func finish() {
        guard wasShown else { return }
        wasShown = false
        Console.noteWithoutNewline("\r\u{1B}[K")
    }
}
