internal import Synchronization

/// A line on the error stream that says how far a long command is; on a terminal only, after a second, and not with
/// `--quiet` or `--json`.
struct Progress {
    /// Whether nothing is shown in this run, since its output is for a program.
    private static let isForbidden = Atomic<Bool>(false)

    private let start = ContinuousClock.now
    private let isShown =
        Console.isTerminal(2) && Process.variable("TERM") != "dumb" && Verbosity.current != .quiet
        && !Progress.isForbidden.load(ordering: .relaxed)
    private var last = ContinuousClock.now
    private var wasShown = false

    /// Shows nothing in this run.
    static func forbid() { isForbidden.store(true, ordering: .relaxed) }

    /// Shows a state, at most five times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - start > .seconds(1), now - last > .milliseconds(200) else { return }
        last = now
        wasShown = true
        // Return to the line's start, and clear it.
        Console.noteWithoutNewline("\r\u{1B}[K\(Style.shown(text()))")
    }

    /// Removes the line.
    mutating func finish() {
        remove()
        wasShown = false
    }

    /// Removes the line of a progress that ends here.
    func remove() { if wasShown { Console.noteWithoutNewline("\r\u{1B}[K") } }
}
