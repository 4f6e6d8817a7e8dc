public import JetonOctets

/// Why a job could not be read, done or answered, besides the refusals of its checks.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct JobDeskError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A URL that is not of https.
        public static let insecureURL = Code(rawValue: "insecure URL")
        /// A server answered with another status than 200.
        public static let status = Code(rawValue: "status")
        /// A job of the older form that was agreed to before it was shown.
        public static let notShown = Code(rawValue: "not shown")
        /// The results would go nowhere.
        public static let noDestination = Code(rawValue: "no destination")
        /// The directory for the results is missing.
        public static let noDirectory = Code(rawValue: "no directory")
        /// Two results would get one file.
        public static let oneFile = Code(rawValue: "one file for two results")
        /// A document was neither given nor can it be fetched; the name is in ``path``.
        public static let noDocument = Code(rawValue: "no document")
        /// The token has several keys that the job could mean.
        public static let severalKeys = Code(rawValue: "several keys")
        /// The issuer did not take the answer; the job was done.
        public static let answerRefused = Code(rawValue: "answer refused")
        /// The job was done before; its answer, which may have been lost, was sent again.
        public static let answeredAgain = Code(rawValue: "answered again")
        /// The target of a relay did not answer.
        public static let targetRefused = Code(rawValue: "target refused")
        /// Another count of files was picked than the job asks for, or two with one name.
        public static let notPicked = Code(rawValue: "not picked")
        /// A file that was picked is a link, or where secrets are; the path is in ``path``.
        public static let secretPlace = Code(rawValue: "secret place")
        /// A file that was picked is not of a type that the job asks for; the path is in ``path``.
        public static let otherType = Code(rawValue: "other type")
        /// The issuer gave another document to the relay than the job names.
        public static let otherDocument = Code(rawValue: "other document")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong: one clause without a secret.
    public let context: String
    /// The file or document that it is about; empty if it is about none.
    public let path: String
    /// The keys to choose from, as URIs.
    public let candidates: [String]

    /// Makes an error.
    package init(_ code: Code, _ context: String, path: String = "", candidates: [String] = []) {
        self.code = code
        self.context = context
        self.path = path
        self.candidates = candidates
    }

    /// One sentence for people.
    public var description: String { context }
}

/// A job that failed after it was taken: it counts as done, and the log says so.
package struct JobFailure: Error {
    /// Why.
    package let cause: any Error
}
