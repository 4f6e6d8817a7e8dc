public import JetonOctets

/// Why there is no card for a test.
public struct TestCardError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind of failure from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The program has rights beyond its user's, or `JETON_NO_TESTING` is set.
        public static let forbidden = Code(rawValue: "forbidden")
        /// `libjeton-pkcs11.so` was not found, or does not show the card.
        public static let noModule = Code(rawValue: "no module")
        /// The card can't be made, ejected or inserted.
        public static let card = Code(rawValue: "card")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence without a full stop.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
