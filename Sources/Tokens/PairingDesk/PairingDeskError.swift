public import JetonOctets

/// Why no single pairing was chosen, or why it was not changed.
///
/// What the keystore refuses has errors of its own.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct PairingDeskError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No token that is paired matches.
        public static let noPairing = Code(rawValue: "no pairing")
        /// Several tokens that are paired match.
        public static let severalPairings = Code(rawValue: "several pairings")
        /// The keystore has no keys for the token.
        public static let noKeys = Code(rawValue: "no keys")
        /// Several groups hold keys for the token.
        public static let severalGroups = Code(rawValue: "several groups")
        /// The program was not allowed to use the pairing, or it is its own.
        public static let notAllowed = Code(rawValue: "not allowed")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong: one clause.
    public let context: String
    /// What to choose from: media, with a group where several have keys.
    public let candidates: [String]

    /// Makes an error.
    package init(_ code: Code, _ context: String, candidates: [String] = []) {
        self.code = code
        self.context = context
        self.candidates = candidates
    }

    /// One sentence for people.
    public var description: String { context }
}
