public import JetonOctets

/// Why a document, a batch or a state could not be taken or made.
///
/// What a key, a login or a format refuses has errors of its own.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct DocumentSigningError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// What a format does not take, or two things that exclude each other; see ``SignatureFeature``.
        public static let notTaken = Code(rawValue: "not taken")
        /// A document that gets no further signature of the kind that is asked for.
        public static let takesNoFurther = Code(rawValue: "takes no further signature")
        /// A document that is read twice and is not a regular file.
        public static let notRegular = Code(rawValue: "not a regular file")
        /// Another document than the one that was prepared.
        public static let otherDocument = Code(rawValue: "other document")
        /// A signature that does not fit what was prepared.
        public static let otherSignature = Code(rawValue: "other signature")
        /// A CMS message where the signature alone belongs.
        public static let messageForSignature = Code(rawValue: "CMS message in place of a signature")
        /// A file that is not the state of a signature.
        public static let invalidState = Code(rawValue: "invalid state")
        /// A state that was changed after it was written.
        public static let alteredState = Code(rawValue: "altered state")
        /// A file that is not a report of a batch.
        public static let invalidReport = Code(rawValue: "invalid report")
        /// A report that another batch writes.
        public static let reportInUse = Code(rawValue: "report in use")
        /// A report that can't be written, which ends the batch.
        public static let reportNotWritten = Code(rawValue: "report not written")
        /// A field that names of outputs do not have.
        public static let unknownField = Code(rawValue: "unknown field")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the step that failed, such as `sign` or `complete`.
    public let function: String
    /// The file, as the caller named it.
    public let path: String
    /// What is wrong, with the path in it: one clause.
    public let context: String

    /// Makes an error.
    init(_ code: Code, _ function: String, _ path: String, _ context: String) {
        self.code = code
        self.function = function
        self.path = path
        self.context = context
    }

    /// One sentence for people.
    public var description: String { context }
}
