/// What may be changed after a certification without breaking it.
///
/// - SeeAlso: ISO 32000-2, 12.8.2.2, table 257.
public enum DocumentPermission: Int, Comparable, Hashable, Sendable {
    /// Nothing but evidence and document timestamps.
    case noChanges = 1
    /// Filling in fields, and signing.
    case forms = 2
    /// Comments too.
    case annotations = 3

    /// Whether the first permits less than the second.
    public static func < (left: DocumentPermission, right: DocumentPermission) -> Bool {
        left.rawValue < right.rawValue
    }
}
