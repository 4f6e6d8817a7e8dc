internal import Synchronization

/// How much a run says on the error stream.
enum Verbosity: Int {
    /// Errors and questions.
    case quiet
    /// Also results, notes, warnings and hints.
    case normal
    /// Also what was chosen by itself.
    case verbose

    private static let chosen = Atomic<Int>(Verbosity.normal.rawValue)

    /// What counts for this run.
    static var current: Verbosity { Verbosity(rawValue: chosen.load(ordering: .relaxed)) ?? .normal }

    /// Sets what counts for this run, before the command starts.
    func apply() { Verbosity.chosen.store(rawValue, ordering: .relaxed) }
}
