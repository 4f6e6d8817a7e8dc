public import JetonOctets

/// Why a PDF is refused.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct PDFError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No `%PDF-` at the start of the file.
        public static let notPDF = Code(rawValue: "not a PDF")
        /// An object, a cross-reference section or a trailer that does not follow the syntax.
        public static let malformed = Code(rawValue: "malformed PDF")
        /// The file ends inside an object.
        public static let truncated = Code(rawValue: "the file ends too early")
        /// More than one of ``PDFLimits`` allows.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// The document is encrypted, and opens with a password only.
        public static let encrypted = Code(rawValue: "the document is encrypted")
        /// A feature of PDF that Jeton does not read.
        public static let notSupported = Code(rawValue: "not supported")
        /// An object that the document names and does not have.
        public static let missing = Code(rawValue: "missing object")
        /// An indirect reference, a page tree or a chain of revisions that leads back to itself.
        public static let circular = Code(rawValue: "circular structure")
        /// What the caller asked for does not fit the document.
        public static let invalidArgument = Code(rawValue: "invalid argument")
        /// The document's permissions forbid the change.
        public static let notPermitted = Code(rawValue: "the document forbids this change")
        /// A text that the document does not have.
        public static let notFound = Code(rawValue: "not found")
        /// A text that stands in several places.
        public static let ambiguous = Code(rawValue: "several places")
        /// The system's libturbojpeg, which re-encodes JPEG, can't be loaded.
        public static let libraryUnavailable = Code(rawValue: "libturbojpeg is not available")
        /// Reading the file failed.
        public static let inputFailed = Code(rawValue: "reading failed")
    }

    /// The kind of failure.
    public let code: Code
    /// Offset in bytes from the start of the file; nil if the failure has no place.
    public let offset: UInt64?
    /// What the failure is about; empty if the code says it all.
    ///
    /// Bytes of the file in it are not escaped.
    public let detail: String

    /// Makes an error of a kind at an offset.
    public init(_ code: Code, at offset: UInt64? = nil, _ detail: String = "") {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// One sentence for people.
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? ""
        return detail.isEmpty ? "\(code.rawValue)\(place)" : "\(code.rawValue)\(place): \(detail)"
    }
}
