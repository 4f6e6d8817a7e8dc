/// What a ``FixedIdentifier`` names.
public protocol IdentifierKind {
    /// Length of the names, in bytes.
    static var length: Int { get }
}
