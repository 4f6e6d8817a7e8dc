/// Why a network exchange failed.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Bytes that are not HTTP/1.1 as RFC 9112 has it, or that two readers could understand differently.
        public static let malformedMessage = Code(rawValue: "malformed HTTP message")
        /// A start line, field section or body beyond ``HTTPLimits``.
        public static let limitExceeded = Code(rawValue: "limit exceeded")
        /// The peer closed the connection inside a message.
        public static let connectionClosed = Code(rawValue: "connection closed by the peer")
        /// A version other than HTTP/1.0 and HTTP/1.1.
        public static let versionNotSupported = Code(rawValue: "HTTP version not supported")
        /// A transfer coding other than chunked.
        public static let codingNotSupported = Code(rawValue: "transfer coding not supported")
        /// A request target, field name or value that must not be sent.
        public static let invalidRequest = Code(rawValue: "invalid request")
    }

    /// The kind of failure.
    public let code: Code
    /// What was being read or sent.
    ///
    /// Never a field's value, since that can be a credential.
    public let context: String

    /// Makes an error of a kind.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    /// One sentence for people.
    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue): \(context)" }

    /// Whether both are of one kind; the context does not count.
    public static func == (left: NetworkError, right: NetworkError) -> Bool { left.code == right.code }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
