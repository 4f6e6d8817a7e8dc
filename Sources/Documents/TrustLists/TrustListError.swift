public import JetonOctets
internal import JetonX509

/// Why a trust list is not used.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct TrustListError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// What is not XML, or not a trust list.
        public static let malformed = Code(rawValue: "malformed")
        /// More bytes or elements than a list may have.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// A version of the format that is not supported.
        public static let unsupported = Code(rawValue: "unsupported algorithm")
        /// A list without a signature.
        public static let notSigned = Code(rawValue: "not signed")
        /// A signature that does not hold, or does not cover the whole list.
        public static let notIntact = Code(rawValue: "signature mismatch")
        /// Another signer, a list that has expired or is closed, or one that is older than the one that is kept.
        public static let refused = Code(rawValue: "refused")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the step that failed: `read` or `fetch`.
    public let function: String
    /// What is wrong: one clause.
    public let context: String
    /// What to do about it; nil where nothing is known.
    public let hint: String?

    /// Makes an error.
    init(_ code: Code, _ context: String, function: String = "read", hint: String? = nil) {
        self.code = code
        self.function = function
        self.context = context
        self.hint = hint
    }

    /// Makes an error out of one of reading and checking XML.
    init(_ error: DocumentError) {
        let code: Code =
            switch error.code {
            case .limitExceeded: .limitExceeded
            case .notSigned: .notSigned
            case .signatureMismatch: .notIntact
            case .unsupportedAlgorithm: .unsupported
            default: .malformed
            }
        self.init(code, error.context)
    }

    /// Whether the list is malformed or too large, rather than read and not valid.
    public var isUnreadable: Bool { [.malformed, .limitExceeded].contains(code) }

    /// One sentence for people.
    public var description: String { "\(code.rawValue): \(context)" }
}
