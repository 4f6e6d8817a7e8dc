public import JetonOctets

/// Why a container could not be read, made or changed.
///
/// That a signature in it does not hold is not an error when it is verified: it is in the ``ContainerReport``.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct ContainerError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An archive or a manifest that is damaged, or that two readers could understand in two ways.
        public static let malformed = Code(rawValue: "malformed")
        /// More files or bytes than a container may have.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// A method of compression, a field or a hash that is not supported.
        public static let unsupported = Code(rawValue: "unsupported algorithm")
        /// No file by whose name it holds signatures.
        public static let notSigned = Code(rawValue: "not signed")
        /// A signature or a file that does not hold, in a container that must be intact.
        public static let notIntact = Code(rawValue: "signature mismatch")
        /// A change that would break what the container holds.
        public static let refused = Code(rawValue: "refused")
        /// A file that has changed since it was read for its digest.
        public static let contentChanged = Code(rawValue: "content changed")
        /// Files that a container can't hold, or what is not a regular file.
        public static let invalidArgument = Code(rawValue: "invalid argument")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the step that failed: `read`, `sign`, `extend` or `extract`.
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

    /// Whether the archive is malformed or too large, rather than read and not intact.
    public var isUnreadable: Bool { [.malformed, .limitExceeded].contains(code) }

    /// One sentence for people.
    public var description: String { "\(code.rawValue): \(context)" }
}
