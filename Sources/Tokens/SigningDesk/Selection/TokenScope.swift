/// The tokens among which a query chooses.
public enum TokenScope: Hashable, Sendable {
    /// Tokens that are set up.
    case initialized
    /// All tokens if the query names one; only those that were never set up if it does not.
    case uninitializedUnlessNamed
    /// All tokens; a module's spare slot only if there is no other.
    case any
}
