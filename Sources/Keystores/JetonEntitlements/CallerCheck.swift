/// One thing that was looked at to find out who a program is, and what came of it.
public struct CallerCheck: Hashable, Sendable, CustomStringConvertible {
    /// What came of a check.
    public enum Result: String, Hashable, Sendable {
        /// Holds.
        case passed
        /// Does not hold.
        case failed
        /// Says something without being good or bad.
        case noted
    }

    /// What was looked at, in a few words.
    public let subject: String
    /// What came of it.
    public let result: Result
    /// What was seen, as one clause.
    public let detail: String

    init(_ subject: String, _ result: Result, _ detail: String) {
        self.subject = subject
        self.result = result
        self.detail = detail
    }

    /// Subject, result and detail on one line.
    public var description: String { "\(subject): \(result.rawValue): \(detail)" }
}
