public import JetonOctets

/// Why a text is not a PKCS #11 URI.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure. No value of an attribute
/// is ever part of an error, since one may be a PIN.
public struct PKCS11URIError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// More than ``PKCS11URI/maximumLength`` octets.
        public static let tooLong = Code(rawValue: "the URI is too long")
        /// The text does not start with `pkcs11:`.
        public static let wrongScheme = Code(rawValue: "the URI does not start with 'pkcs11:'")
        /// Nothing stands between two delimiters, or behind the last one.
        public static let emptyAttribute = Code(rawValue: "an attribute is missing")
        /// An attribute without `=`.
        public static let missingEqualsSign = Code(rawValue: "an attribute has no '='")
        /// A name that is empty or has a character other than ASCII letters, digits, `-` and `_`.
        public static let malformedName = Code(rawValue: "the name of an attribute is malformed")
        /// A character in a value that must be percent-encoded there.
        public static let forbiddenCharacter = Code(rawValue: "a character must be percent-encoded")
        /// A percent sign without two hexadecimal digits behind it.
        public static let malformedPercentEncoding = Code(rawValue: "a '%' is not followed by two hexadecimal digits")
        /// An attribute that may be present once only is there twice.
        public static let duplicateAttribute = Code(rawValue: "an attribute is present twice")
        /// `pin-source` and `pin-value` together.
        public static let conflictingAttributes = Code(rawValue: "two attributes are mutually exclusive")
        /// A path attribute in the query, or the reverse.
        public static let misplacedAttribute = Code(rawValue: "an attribute is on the wrong side of the '?'")
        /// A value that the attribute can't have, such as an unknown `type` or a `slot-id` that is not a number.
        public static let malformedValue = Code(rawValue: "the attribute can't have this value")
    }

    /// The kind of failure.
    public let code: Code
    /// Offset in octets from the start of the text, where the failure was noticed.
    public let offset: Int
    /// The attribute's name as it was written, if it is well-formed.
    public let attribute: String?

    /// Makes an error of a kind at an offset.
    public init(_ code: Code, at offset: Int, attribute: String? = nil) {
        self.code = code
        self.offset = offset
        self.attribute = attribute
    }

    /// One sentence for people, without any value.
    public var description: String {
        let place = attribute.map { " in '\($0)'" } ?? ""
        return "not a valid PKCS #11 URI: \(code.rawValue)\(place) at octet \(offset)"
    }
}
