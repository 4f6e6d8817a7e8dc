/// An error whose code tells a program what failed; its other values are for people.
///
/// Two errors are equal if their codes are, whatever else they say.
public protocol CodedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    associatedtype Code: Hashable, Sendable
    /// The kind of failure.
    var code: Code { get }
}

extension CodedError {
    /// Whether both are of one kind; nothing else counts.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
