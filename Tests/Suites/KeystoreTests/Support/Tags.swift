import Testing

extension Tag {
    /// Takes seconds to minutes.
    @Tag static var slow: Self
}
