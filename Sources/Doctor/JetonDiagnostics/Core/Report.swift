/// What an examination showed.
public struct Report: Sendable {
    /// One check that was selected.
    public struct Entry: Sendable {
        /// The check.
        public let page: CheckPage
        /// What came of it.
        public internal(set) var result: Result
        /// How long it took.
        public internal(set) var duration: Duration = .zero

        /// Whether it did not run, as something it needs is not there.
        public var isSkipped: Bool { if case .skipped = result { true } else { false } }

        /// Whether an earlier examination ended in the middle of it, so that it was not run again.
        public let isCutOff: Bool

        init(page: CheckPage, result: Result) {
            self.page = page
            self.result = result
            isCutOff = false
        }

        init(page: CheckPage, cutOffBy end: String) {
            self.page = page
            result = .done(.unknown("\(end)"))
            isCutOff = true
        }
    }

    /// What came of a check in a report.
    public enum Result: Sendable {
        /// It ran.
        case done(CheckOutcome)
        /// It did not run, as something it needs is not there; and the finding that is why.
        case skipped(Capability, because: CheckID?)

        /// The word for it: `ok`, `irrelevant`, `found`, `unknown` or `skipped`.
        public var word: String {
            switch self {
            case .done(.passed): "ok"
            case .done(.irrelevant): "irrelevant"
            case .done(.found): "found"
            case .done(.unknown): "unknown"
            case .skipped: "skipped"
            }
        }
    }

    /// The checks in the order in which they ran.
    public let entries: [Entry]
    /// What was found, the root cause first, then by severity and layer.
    public let findings: [Finding]
    /// The distribution's family.
    public let distribution: Distribution?
    /// How long it all took.
    public let duration: Duration
    /// What a report for others must not show.
    public let privateValues: [(value: String, kind: PrivateKind)]
    /// Why the user's command was not run; nil if it was, or there was none.
    public let commandRefusal: ReportText?
    /// Whether nothing was asked for, and neither a reader nor a token nor a user's setting of one is here.
    public let hasNothingToExamine: Bool
    /// Whether checks were asked for by name, and none of them could run.
    public let isUnanswered: Bool

    /// The failure from which the trouble comes: the one in the lowest layer that follows from no other.
    public var rootCause: Finding? { findings.first { $0.severity == .failure && $0.followsFrom == nil } }

    /// Whether every check that was selected came to its end, and the user's command was run if there is one.
    public var isComplete: Bool { commandRefusal == nil && !entries.contains(where: \.isCutOff) }

    /// Whether nothing fails.
    public var isHealthy: Bool { !findings.contains { $0.severity == .failure } }
}
