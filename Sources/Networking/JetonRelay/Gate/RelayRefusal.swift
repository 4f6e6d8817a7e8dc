import JetonNetwork

/// Why a relay answers a request itself.
package struct RelayRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the answer.
    package let status: Int
    /// The reason in words, without anything that a peer sent.
    package let reason: String
    /// The status by which the target refused, before it asked who the user is; nil if it did not answer.
    package let targetStatus: Int?

    /// Says that the client of the target can't be made now, such as without its token.
    package init(unavailable reason: String) { self.init(503, reason) }

    init(_ status: Int, _ reason: String, targetStatus: Int? = nil) {
        self.status = status
        self.reason = reason
        self.targetStatus = targetStatus
    }

    /// What a failure on the way to the target comes to.
    init(target error: NetworkError) {
        switch error.code {
        case .keyFailed: self.init(503, "the token can't be used: \(error.context)")
        case .timedOut: self.init(504, "\(error)")
        default: self.init(502, "\(error)")
        }
    }

    /// What is wrong with a request's bytes.
    init(request error: NetworkError) {
        switch error.code {
        case .limitExceeded: self.init(431, "\(error)")
        case .versionNotSupported: self.init(505, "\(error)")
        case .codingNotSupported: self.init(501, "\(error)")
        case .timedOut: self.init(408, "the request did not arrive in time")
        default: self.init(400, "\(error)")
        }
    }

    /// The status and the reason.
    package var description: String { "\(status) \(reason)" }

    /// The whole answer, after which the connection ends.
    ///
    /// - Parameter method: That of the request; the answer to HEAD has no body.
    /// - Returns: The head and the body.
    func bytes(to method: String) -> [UInt8] {
        let body = Array("jeton relay: \(reason)\n".utf8)
        let fields = [
            "HTTP/1.1 \(status) ", "Content-Type: text/plain; charset=utf-8", "Content-Length: \(body.count)",
            "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Connection: close",
        ]
        return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (method == "HEAD" ? [] : body)
    }
}
