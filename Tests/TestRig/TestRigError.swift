/// Why a fixture could not do its work; the text is for the person who reads the failed test.
public struct TestRigError: Error, CustomStringConvertible {
    /// What happened, in words.
    public let description: String

    /// Makes an error from words.
    public init(_ description: String) { self.description = description }
}
