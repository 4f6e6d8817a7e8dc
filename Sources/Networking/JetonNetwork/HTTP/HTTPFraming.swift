/// How the end of a body is found.
///
/// - SeeAlso: RFC 9112, 6.3. Where the standard lets a reader choose between two understandings, the message is refused.
public enum HTTPFraming: Hashable, Sendable {
    /// A body of so many bytes; none for 0.
    case length(UInt64)
    /// A body in chunks.
    case chunked
    /// A body up to the end of the connection; of responses only.
    case untilClose

    /// The framing of a request.
    public init(_ head: HTTPRequestHead) throws(NetworkError) {
        self = try Self.stated(head.fields, isVersion10: head.isVersion10) ?? .length(0)
    }

    /// The framing of a response.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - method: The method of the request that it answers.
    /// - Throws: ``NetworkError`` for fields that contradict each other, and for an unknown coding.
    public init(_ head: HTTPResponseHead, to method: String) throws(NetworkError) {
        let stated = try Self.stated(head.fields, isVersion10: head.isVersion10)
        let isEmpty =
            method == "HEAD" || head.status < 200 || head.status == 204 || head.status == 304
            || method == "CONNECT" && head.status < 300
        self = isEmpty ? .length(0) : stated ?? .untilClose
    }

    private static func stated(_ fields: HTTPFields, isVersion10: Bool) throws(NetworkError) -> HTTPFraming? {
        let codings = fields.values("Transfer-Encoding")
        let lengths = fields.values("Content-Length")
        guard codings.isEmpty || lengths.isEmpty else {
            throw NetworkError(.malformedMessage, "both Content-Length and Transfer-Encoding")
        }
        if !codings.isEmpty {
            guard !isVersion10 else { throw NetworkError(.malformedMessage, "Transfer-Encoding in HTTP/1.0") }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw NetworkError(.codingNotSupported, "Transfer-Encoding other than chunked")
            }
            return .chunked
        }
        guard let text = lengths.first else { return nil }
        guard lengths.count == 1, let length = HTTPSyntax.decimal(text) else {
            throw NetworkError(.malformedMessage, "Content-Length")
        }
        return .length(length)
    }
}
