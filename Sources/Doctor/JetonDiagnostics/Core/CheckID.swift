/// The stable name of a check and of what it finds, such as `pcscd-not-running`.
///
/// Names are lower-case words with `-` between them. They never change their meaning; programs may rely on them.
public struct CheckID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Makes an id from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an id from a literal name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }

    /// What no check explains; it has no check of its own.
    public static let notExplained: CheckID = "not-explained"

    /// What a use that was observed stopped at; it has no check of its own.
    public static let useBlocked: CheckID = "use-blocked"
}
