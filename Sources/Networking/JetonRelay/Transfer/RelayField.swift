package import JetonNetwork

/// A field that goes into the request to the target, beside those of the relay itself.
package struct RelayField: Hashable, Sendable {
    /// The most fields of one transfer.
    package static let countLimit = 8
    /// The longest value, in bytes.
    private static let valueLimit = 1024
    /// Fields that say where a request goes, who sends it or where it ends, in lower case.
    private static let own: Set<String> = [
        "host", "authorization", "cookie", "content-length", "transfer-encoding", "connection", "keep-alive", "expect",
        "te", "trailer", "upgrade", "via", "user-agent", "origin", "referer", "forwarded", "x-forwarded",
    ]
    private static let ownPrefixes = ["proxy-", "sec-", "x-forwarded-", "jeton-"]

    /// The name, a token.
    package let name: String
    /// The value: printable ASCII.
    package let value: String

    /// Takes a field.
    ///
    /// - Throws: `NetworkError` for a name that is the relay's own, and for a value that is not printable ASCII of at most
    ///   1,024 bytes.
    package init(_ name: String, _ value: String) throws(NetworkError) {
        let lower = name.lowercased()
        guard !RelayField.own.contains(lower), !RelayField.ownPrefixes.contains(where: { lower.hasPrefix($0) }) else {
            throw NetworkError(.invalidRequest, "the field '\(name)' is reserved for the relay")
        }
        guard value.utf8.count <= RelayField.valueLimit, value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw NetworkError(.invalidRequest, "the value of '\(name)' is too long, or not printable ASCII")
        }
        var fields = HTTPFields()
        try fields.add(name, value)
        self.name = name
        self.value = value
    }

    /// Reads `NAME: VALUE`, with any spaces behind the colon.
    ///
    /// - Throws: As ``init(_:_:)``, and for a text without a colon.
    package init(_ text: String) throws(NetworkError) {
        guard let colon = text.firstIndex(of: ":") else {
            throw NetworkError(.invalidRequest, "a field must have a colon after its name")
        }
        try self.init(String(text[..<colon]), String(text[text.index(after: colon)...].drop { $0 == " " }))
    }
}
