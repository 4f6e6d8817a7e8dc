/// The head of a request.
///
/// - SeeAlso: RFC 9112, 3.
public struct HTTPRequestHead: Sendable {
    /// The method, a token such as `POST`.
    public let method: String
    /// The request target as on the wire: a path, a whole URI, `host:port` for CONNECT, or `*`.
    public let target: String
    /// The fields.
    public var fields: HTTPFields
    /// Whether the client speaks HTTP/1.0.
    public let isVersion10: Bool

    /// Makes the head of a request of HTTP/1.1.
    ///
    /// - Throws: ``NetworkError/Code/invalidRequest`` for a method that is not a token, or a target that is empty or
    ///   has other than visible ASCII characters.
    public init(_ method: String, _ target: String, _ fields: HTTPFields = HTTPFields()) throws(NetworkError) {
        guard HTTPSyntax.isToken(method.utf8) else { throw NetworkError(.invalidRequest, "the method") }
        guard Self.isTarget(target.utf8) else { throw NetworkError(.invalidRequest, "the request target") }
        self.init(method: method, target: target, fields: fields, isVersion10: false)
    }

    init(method: String, target: String, fields: HTTPFields, isVersion10: Bool) {
        self.method = method
        self.target = target
        self.fields = fields
        self.isVersion10 = isVersion10
    }

    /// The head as on the wire.
    public var bytes: [UInt8] { HTTPWriter.head("\(method) \(target) HTTP/1.1", fields) }

    static func isTarget(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

/// The head of a response.
///
/// - SeeAlso: RFC 9112, 4.
public struct HTTPResponseHead: Sendable {
    /// The status code, 100 to 599.
    public let status: Int
    /// The words beside it, which mean nothing.
    public let reason: String
    /// The fields.
    public var fields: HTTPFields
    /// Whether the server speaks HTTP/1.0.
    public let isVersion10: Bool

    /// Makes the head of a response of HTTP/1.1, without words beside the status.
    ///
    /// - Parameters:
    ///   - status: 100 to 599.
    ///   - fields: The fields.
    /// - Throws: ``NetworkError`` for another status.
    public init(_ status: Int, _ fields: HTTPFields = HTTPFields()) throws(NetworkError) {
        guard 100..<600 ~= status else { throw NetworkError(.invalidRequest, "the status \(status)") }
        self.init(status: status, reason: "", fields: fields, isVersion10: false)
    }

    init(status: Int, reason: String, fields: HTTPFields, isVersion10: Bool) {
        self.status = status
        self.reason = reason
        self.fields = fields
        self.isVersion10 = isVersion10
    }

    /// The head as on the wire.
    public var bytes: [UInt8] { HTTPWriter.head("HTTP/1.1 \(status) ", fields) }
}
