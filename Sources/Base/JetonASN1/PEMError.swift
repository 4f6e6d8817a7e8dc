public import JetonOctets

/// Why a text is not PEM.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct PEMError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The end of a sentence that starts with the block.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A block that starts before the last one ended.
        public static let nested = Code(rawValue: "begins inside another block")
        /// An END line without its BEGIN line.
        public static let unopened = Code(rawValue: "has an END line without a BEGIN line")
        /// A BEGIN line without its END line.
        public static let unclosed = Code(rawValue: "has no END line")
        /// A body other than base64 in its canonical form.
        public static let malformedBody = Code(rawValue: "is not valid base64")
        /// Header lines where the rules allow none.
        public static let unexpectedHeader = Code(rawValue: "has header lines")
        /// A label that is empty, longer than 64 characters or not printable ASCII.
        public static let malformedLabel = Code(rawValue: "has an invalid label")
        /// More blocks or text than the reader accepts.
        public static let limitExceeded = Code(rawValue: "is beyond the limit")
        /// No block with one of the expected labels.
        public static let missing = Code(rawValue: "is missing")
    }

    /// The kind of failure.
    public let code: Code
    /// The label of the block, or the labels that were expected; at most 64 characters.
    public let label: String

    /// Makes an error; a longer label is cut.
    public init(_ code: Code, label: String) {
        self.code = code
        self.label = String(label.prefix(64))
    }

    /// One sentence for people.
    public var description: String { "block '\(label)' \(code.rawValue)" }
}
