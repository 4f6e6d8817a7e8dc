/// Why a document is refused.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The document ends inside an element, a tag or a comment, or has no element at all.
        public static let truncated = Code(rawValue: "the document ends too early")
        /// `<!DOCTYPE`: entities and default values of a document type are never read.
        public static let documentType = Code(rawValue: "a document type declaration is refused")
        /// An encoding other than UTF-8 and UTF-16, or a declaration that contradicts the bytes.
        public static let encodingNotSupported = Code(rawValue: "the encoding is not UTF-8 or UTF-16")
        /// A version other than 1.0 and those that are read as it.
        public static let versionNotSupported = Code(rawValue: "the XML version is not 1.0")
        /// Bytes that do not encode a character, or a character that XML does not allow.
        public static let invalidCharacter = Code(rawValue: "invalid character")
        /// Markup that does not follow the grammar.
        public static let malformed = Code(rawValue: "malformed markup")
        /// An end tag without its start tag, or of another element.
        public static let mismatchedEndTag = Code(rawValue: "the end tag does not match the start tag")
        /// A reference to an entity other than the five that XML defines.
        public static let undefinedEntity = Code(rawValue: "undefined entity")
        /// A prefix that no declaration in scope binds.
        public static let unboundPrefix = Code(rawValue: "undeclared namespace prefix")
        /// A declaration that binds `xml`, `xmlns` or their names otherwise than they are, or a prefix to nothing.
        public static let invalidNamespace = Code(rawValue: "invalid namespace declaration")
        /// Two attributes of one element with the same namespace and local name.
        public static let duplicateAttribute = Code(rawValue: "duplicate attribute")
        /// More than one of ``XMLLimits`` allows.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// A namespace name that is a relative reference, which has no canonical form.
        public static let relativeNamespace = Code(rawValue: "a relative namespace name has no canonical form")
    }

    /// The kind of failure.
    public let code: Code
    /// Offset in bytes from the start of the document, where the failure was noticed; of a UTF-16 document, from the
    /// start of its UTF-8 form.
    public let offset: UInt64
    /// The name or limit in question; empty if the code says it all.
    ///
    /// At most 80 bytes of the document, which are not escaped.
    public let detail: String

    /// Makes an error of a kind at an offset.
    public init(_ code: Code, at offset: UInt64, _ detail: String = "") {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// One sentence for people.
    public var description: String {
        detail.isEmpty ? "\(code.rawValue) at byte \(offset)" : "\(code.rawValue) at byte \(offset): \(detail)"
    }

    /// Whether both are of one kind; offset and detail do not count.
    public static func == (left: XMLError, right: XMLError) -> Bool { left.code == right.code }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
