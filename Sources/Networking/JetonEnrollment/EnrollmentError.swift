public import JetonOctets

/// Why a certificate could not be requested, collected or kept.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct EnrollmentError: CodedError {
    /// The kind of failure.
    public enum Code: String, Hashable, Sendable {
        /// The authority's answer does not follow its protocol.
        case malformedAnswer = "malformed answer"
        /// The answer is not protected by whom it should be, or belongs to another transaction.
        case notAuthentic = "the answer is not authentic"
        /// The authority refused the request.
        case refused
        /// The server answered with another status than the protocol has.
        case status = "unexpected status"
        /// The server requires a name and password, or refused them.
        case unauthorized
        /// The service of the authority can't be used as it is described.
        case invalidService = "invalid service"
        /// A request for this key is pending already.
        case alreadyPending = "already pending"
        /// No request is pending under this identifier.
        case notPending = "not pending"
        /// A file of the pending list is damaged.
        case damaged
        /// A file of the pending list could not be read or written.
        case notStored = "not stored"
    }

    /// The kind of failure.
    public let code: Code
    /// What was asked of whom, and what is wrong; one clause without a secret.
    public let context: String
    /// The first digits of the identifier of the request that is damaged; empty for other kinds.
    package let request: String

    /// Makes an error of a kind.
    public init(_ code: Code, _ context: String) { self.init(code, context, request: "") }

    init(_ code: Code, _ context: String, request: String) {
        self.code = code
        self.context = context
        self.request = request
    }

    /// One sentence for people.
    public var description: String { context }
}
