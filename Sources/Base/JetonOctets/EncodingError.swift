/// Why octets from outside could not be read.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct EncodingError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The octets end before the value does.
        public static let truncated = Code(rawValue: "truncated")
        /// Bytes are left over behind the value.
        public static let trailingOctets = Code(rawValue: "trailing octets")
        /// A tag of more than three octets, or a number in it that is not minimal.
        public static let malformedTag = Code(rawValue: "malformed tag")
        /// A length in a form that the rules in use do not allow.
        public static let malformedLength = Code(rawValue: "malformed length")
        /// A value that is longer or deeper than the reader accepts.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// A value other than the one that must stand here.
        public static let unexpectedValue = Code(rawValue: "unexpected value")
    }

    /// The kind of failure.
    public let code: Code
    /// Offset in octets from the start of the input, where the failure was noticed.
    public let offset: Int
    /// What is wrong there, as one clause without foreign text; empty if the code says it all.
    public let context: String

    /// Makes an error of a kind at an offset.
    public init(_ code: Code, at offset: Int, _ context: String = "") {
        self.code = code
        self.offset = offset
        self.context = context
    }

    /// One sentence for people.
    public var description: String {
        "\(code.rawValue) at octet \(offset)" + (context.isEmpty ? "" : ": \(context)")
    }
}
