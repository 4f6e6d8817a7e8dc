public import JetonOctets

/// Why a network exchange failed.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure.
public struct NetworkError: CodedError {
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
        /// Text that is not a URL that can be requested, or a proxy that can't be used.
        public static let invalidURL = Code(rawValue: "invalid URL")
        /// A redirect that is not followed.
        public static let redirectRefused = Code(rawValue: "redirect refused")
        /// The name server knows no address of the host.
        public static let hostNotFound = Code(rawValue: "host not found")
        /// No connection could be made, or it was broken off.
        public static let unreachable = Code(rawValue: "no connection")
        /// The proxy made no connection to the server.
        public static let proxyRefused = Code(rawValue: "rejected by the proxy")
        /// A socket for clients could not be made at an address.
        public static let notListening = Code(rawValue: "can't listen")
        /// A deadline passed.
        public static let timedOut = Code(rawValue: "deadline passed")
        /// An address that the policy does not allow.
        public static let addressNotAllowed = Code(rawValue: "address not allowed")
        /// A server or proxy requires a name and password, or a scheme other than Basic and NTLM.
        public static let authenticationRequired = Code(rawValue: "authentication required")
        /// A server or proxy refused the name and password, or does not authenticate as it should.
        public static let authenticationFailed = Code(rawValue: "authentication failed")
        /// libssl can't be loaded.
        public static let tlsUnavailable = Code(rawValue: "TLS is unavailable")
        /// The handshake failed, or TLS was broken later.
        public static let tlsFailed = Code(rawValue: "TLS failed")
        /// The peer ended TLS with an alert.
        public static let tlsRefused = Code(rawValue: "TLS rejected by the peer")
        /// The server's certificate is not trusted, is for another host, or has none of the pinned keys.
        public static let certificateNotTrusted = Code(rawValue: "server certificate not trusted")
        /// The client certificate's key did not sign; ``NetworkError/underlying`` says why.
        public static let keyFailed = Code(rawValue: "the client certificate's key did not sign")
    }

    /// The kind of failure.
    public let code: Code
    /// What was being read or sent.
    ///
    /// Never a field's value, since that can be a credential.
    public var context: String { peer.map { "\($0.text(with: port)): \(reason)" } ?? reason }
    /// ``context`` without the address that was connected to.
    public let reason: String
    /// The address that took no connection; nil for other kinds.
    package let peer: IPAddress?
    /// The port at ``peer``.
    private let port: UInt16
    /// What the owner of a key threw; nil for other kinds.
    public let underlying: (any Error)?

    /// Makes an error of a kind.
    public init(_ code: Code, _ context: String, underlying: (any Error)? = nil) {
        self.code = code
        reason = context
        peer = nil
        port = 0
        self.underlying = underlying
    }

    /// Makes the error of a connection that an address did not take.
    init(unreachable peer: IPAddress, port: UInt16, _ reason: String) {
        code = .unreachable
        self.reason = reason
        self.peer = peer
        self.port = port
        underlying = nil
    }

    /// The same error with the host whose message is beyond a limit; other errors name it where they arise.
    func naming(_ host: String) -> NetworkError {
        code == .limitExceeded ? NetworkError(code, "\(reason) of \(host)", underlying: underlying) : self
    }

    /// One sentence for people.
    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue): \(context)" }
}
