public import JetonOctets

/// What a test lets a program or file say.
extension ForeignText: ExpressibleByStringInterpolation {
    /// Takes a literal.
    public init(stringLiteral text: String) { self.init(text) }
}
