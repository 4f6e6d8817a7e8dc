public import JetonOctets

/// Why a request for evidence got no usable reply.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct FetchError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The URL is not one that the fetcher reads.
        public static let invalidURL = Code(rawValue: "invalid URL")
        /// The policy does not allow the host, the address or the protocol.
        public static let notAllowed = Code(rawValue: "not allowed")
        /// The host was not found, or refused the connection.
        public static let unreachable = Code(rawValue: "unreachable")
        /// A deadline passed.
        public static let timedOut = Code(rawValue: "timed out")
        /// TLS failed, or the server's certificate is not trusted.
        public static let insecure = Code(rawValue: "insecure")
        /// The server requires authentication that was not given, or refused it.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// The server answered with another status than 200.
        public static let status = Code(rawValue: "unexpected status")
        /// The reply has another content type than the request's kind.
        public static let contentType = Code(rawValue: "unexpected content type")
        /// The reply is longer than ``FetchRequest/Kind/sizeLimit``.
        public static let tooLarge = Code(rawValue: "too large")
        /// The reply does not follow HTTP, or ended early.
        public static let malformed = Code(rawValue: "malformed reply")
        /// The receiver of the reply refused it.
        public static let refusedByReceiver = Code(rawValue: "rejected by the receiver")
    }

    /// The kind of failure.
    public let code: Code
    /// What was asked of whom, and what is wrong; one clause, no secrets.
    public let context: String
    /// The URL that ``context`` begins with; nil if it names something else.
    private let url: String?

    /// Makes an error of a kind.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - context: What was asked of whom, and what is wrong.
    ///   - url: The URL that `context` begins with, if it does.
    public init(_ code: Code, _ context: String, url: String? = nil) {
        self.code = code
        self.context = context
        self.url = url
    }

    /// One sentence for people.
    public var description: String { context }

    /// The sentence with the URL that was asked, once.
    package func sentence(about url: String) -> String { self.url == url ? context : "\(url): \(context)" }
}
