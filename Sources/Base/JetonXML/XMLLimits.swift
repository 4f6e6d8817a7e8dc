/// What a document may ask of the reader; its size has no limit.
///
/// The defaults hold for every document that Jeton reads. libxml2 has 256 levels and 10 MB of text by default.
public struct XMLLimits: Sendable {
    /// How many elements may be open at once.
    public var depth = 512
    /// How many attributes an element may have, namespace declarations included.
    public var attributes = 256
    /// How many namespace declarations may be in scope.
    public var namespaces = 1_024
    /// How many bytes a name may have, its prefix included.
    public var nameLength = 1_000
    /// How many bytes a start tag may have, from `<` to `>`: attribute values are held whole.
    public var tagLength = 1_048_576

    /// Makes the defaults.
    public init() {}
}
