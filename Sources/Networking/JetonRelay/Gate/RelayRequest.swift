import JetonNetwork

/// A request as it goes to the target.
struct RelayRequest {
    /// The method.
    let method: String
    /// The path at the target.
    let target: String
    /// The fields of the client that go there.
    let fields: HTTPFields
    /// How the end of the body is found.
    let framing: HTTPFraming
    /// Whether the client waits for `100 Continue` before it sends the body.
    var expectsContinuation = false
    /// Whether the client's connection may go on afterwards.
    var persists = true
    /// Whether the client speaks HTTP/1.0.
    var isVersion10 = false

    /// Whether there is a body.
    var hasBody: Bool { framing != .length(0) }

    /// How the body goes on.
    var form: RelayFlow.Form { if case .length = framing { .plain } else { .chunked } }

    /// Whether it can be sent again when the connection ends without an answer.
    var isSafe: Bool { !hasBody && ["GET", "HEAD", "OPTIONS"].contains(method) }

    /// The head as it is sent.
    ///
    /// - Parameters:
    ///   - host: The target's authority.
    ///   - authorization: The value of that field; nil for none.
    ///   - withholdsBody: Whether an empty body goes in place of the client's.
    ///   - awaitsContinuation: Whether the server is asked to say that it takes the body.
    /// - Returns: The head.
    /// - Throws: `NetworkError/Code/invalidRequest`, which what the gate has let pass can't cause.
    func head(
        host: String,
        authorization: String?,
        withholdsBody: Bool,
        awaitsContinuation: Bool
    ) throws(NetworkError) -> HTTPRequestHead {
        var all = HTTPFields()
        try all.add("Host", host)
        for field in fields.all { try all.add(field.name, field.value) }
        if let authorization { try all.add("Authorization", authorization) }
        let bodiless = ["GET", "HEAD", "OPTIONS", "DELETE"]
        switch framing {
        case .chunked where !withholdsBody, .untilClose where !withholdsBody:
            try all.add("Transfer-Encoding", "chunked")
        case .length(let length) where length > 0 || !bodiless.contains(method):
            try all.add("Content-Length", "\(withholdsBody ? 0 : length)")
        case .chunked, .untilClose: try all.add("Content-Length", "0")
        case .length: break
        }
        if awaitsContinuation { try all.add("Expect", "100-continue") }
        return try HTTPRequestHead(method, target, all)
    }
}
