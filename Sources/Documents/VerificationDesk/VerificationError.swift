internal import ASiC
public import JetonOctets
internal import JetonX509
internal import TrustLists

/// Why a file could not be verified, extended or taken as what it is meant to be.
///
/// That a signature is not valid is a result, not an error.
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct VerificationError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Neither a signature nor a file with signatures in it.
        public static let notSigned = Code(rawValue: "not signed")
        /// A file without a byte.
        public static let empty = Code(rawValue: "empty")
        /// Signed mail, whose signature is a part of it (RFC 8551).
        public static let mail = Code(rawValue: "mail")
        /// A certificate in the place of a signature.
        public static let certificate = Code(rawValue: "certificate")
        /// A signature that is too damaged to be checked.
        public static let damaged = Code(rawValue: "damaged signature")
        /// A detached signature without the file that it signs.
        public static let contentMissing = Code(rawValue: "content missing")
        /// A detached signature that is not next to the file that it signs.
        public static let contentNotBeside = Code(rawValue: "content not beside")
        /// A digest of another length than that of the timestamp's hash.
        public static let otherDigest = Code(rawValue: "other digest")
        /// A PDF that can't be read.
        public static let invalidPDF = Code(rawValue: "invalid PDF")
        /// A container that can't be read.
        public static let invalidContainer = Code(rawValue: "invalid container")
        /// A CMS message that can't be read, or is not valid.
        public static let invalidMessage = Code(rawValue: "invalid message")
        /// A file that holds no certificate where one is expected.
        public static let invalidCertificate = Code(rawValue: "invalid certificate")
        /// A file that holds no public key where one is expected.
        public static let invalidKey = Code(rawValue: "invalid key")
        /// A trust list that is malformed, not validly signed, or expired.
        public static let invalidTrustList = Code(rawValue: "invalid trust list")
        /// A trust list that could not be fetched.
        public static let trustListUnavailable = Code(rawValue: "trust list unavailable")
        /// A signature that could not be raised to its level.
        public static let notExtended = Code(rawValue: "not extended")
        /// A part of a document that would be written over the document.
        public static let replacesInput = Code(rawValue: "replaces the input")
        /// A document that has changed since it was verified.
        public static let contentChanged = Code(rawValue: "content changed")
        /// Parts of a document that would get one name.
        public static let nameClash = Code(rawValue: "name clash")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the step that failed, such as `verify` or `extend`.
    public let function: String
    /// The file, as the caller named it.
    public let path: String
    /// What is wrong, with the path in it: one clause.
    public let context: String
    /// The error of the format, if there is one.
    public let cause: (any Error)?

    /// Makes an error.
    init(_ code: Code, _ function: String, _ path: String, _ context: String, cause: (any Error)? = nil) {
        self.code = code
        self.function = function
        self.path = path
        self.context = context
        self.cause = cause
    }

    /// Makes an error of a file whose signatures were not raised.
    init(notExtended path: String, _ reason: String, _ cause: any Error) {
        self.init(.notExtended, "extend", path, "\(path) was not extended: \(reason)", cause: cause)
    }

    /// Makes an error of a file that is not what was verified any more.
    init(notExtracted path: String, _ reason: String, _ cause: any Error) {
        let context = "the verified content is not extracted from \(path): \(reason)"
        self.init(.contentChanged, "extract", path, context, cause: cause)
    }

    /// Whether the file could not be read, rather than read and found not valid, by what its format says.
    public var isUnreadable: Bool {
        switch cause {
        case let error as DocumentError: error.isUnreadable
        case let error as ContainerError: error.isUnreadable
        case let error as TrustListError: error.isUnreadable
        default: false
        }
    }

    /// Whether a signature or a file does not hold, by what the format says.
    public var isNotIntact: Bool {
        (cause as? DocumentError)?.code == .signatureMismatch || (cause as? ContainerError)?.code == .notIntact
    }

    /// One sentence for people.
    public var description: String { context }
}
