public import JetonOctets

/// Why a request did not go on, or its certificate did not get onto the token.
///
/// What an authority, the network, the token and its login refuse has errors of its own.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct EnrollmentDeskError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Text that can't be the beginning of a request's identifier.
        public static let invalidIdentifier = Code(rawValue: "invalid identifier")
        /// Several requests begin with the digits.
        public static let severalRequests = Code(rawValue: "several requests")
        /// The certificate has not come yet.
        public static let notIssued = Code(rawValue: "not issued")
        /// The certificate is not for the key that answers.
        public static let otherKey = Code(rawValue: "other key")
        /// The token does not give back the certificate that it took.
        public static let notReadBack = Code(rawValue: "not read back")
        /// The authority needs to know who asks, and nothing says it.
        public static let noCredentials = Code(rawValue: "no credentials")
        /// The program that submits requests was ended by a signal.
        public static let helperEnded = Code(rawValue: "helper ended")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong: one clause without a secret.
    public let context: String
    /// The identifiers to choose from; at most 20.
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
