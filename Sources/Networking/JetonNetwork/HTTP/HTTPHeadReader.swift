/// Reads heads from the bytes of a connection, which may come in pieces of any size.
///
/// Strict: lines end with CR LF, a field has no space before its colon and does not go on in the next line.
///
/// - SeeAlso: RFC 9112, 2.2, 3, 4 and 5.
public struct HTTPHeadReader: Sendable {
    private let limits: HTTPLimits
    private var bytes: [UInt8] = []
    /// Where the line that is being read begins, and how far its end was looked for.
    private var lineStart = 0
    private var searched = 0
    private var startLine: Range<Int>?
    private var fields = HTTPFields()

    /// Starts at the first byte of a head.
    public init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

    /// Whether nothing was read yet: a connection may end here.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Takes bytes up to the end of the head.
    ///
    /// - Returns: How many were taken, and whether the head is complete; what follows it is left.
    public mutating func read(_ piece: ArraySlice<UInt8>) throws(NetworkError) -> (taken: Int, isComplete: Bool) {
        let before = bytes.count
        bytes += piece
        while let end = try nextLine() {
            let line = lineStart..<end
            lineStart = end + 2
            if startLine == nil {
                startLine = line
            } else if line.isEmpty {
                let taken = lineStart - before
                bytes.removeLast(bytes.count - lineStart)
                return (taken, true)
            } else {
                try addField(bytes[line])
            }
        }
        return (piece.count, false)
    }

    /// The head of a request that is complete.
    public func request() throws(NetworkError) -> HTTPRequestHead {
        let parts = words(3)
        guard parts.count == 3, HTTPSyntax.isToken(parts[0]), HTTPRequestHead.isTarget(parts[1]) else {
            throw NetworkError(.malformedMessage, "the request line")
        }
        return HTTPRequestHead(
            method: HTTPSyntax.text(parts[0]),
            target: HTTPSyntax.text(parts[1]),
            fields: fields,
            isVersion10: try isVersion10(parts[2])
        )
    }

    /// The head of a response that is complete.
    public func response() throws(NetworkError) -> HTTPResponseHead {
        let parts = words(3)
        guard parts.count >= 2, parts[1].count == 3, let status = HTTPSyntax.decimal(HTTPSyntax.text(parts[1])),
            100..<600 ~= status, parts.count == 2 || HTTPSyntax.isFieldValue(parts[2])
        else { throw NetworkError(.malformedMessage, "the status line") }
        return HTTPResponseHead(
            status: Int(status),
            reason: parts.count == 3 ? HTTPSyntax.text(parts[2]) : "",
            fields: fields,
            isVersion10: try isVersion10(parts[0])
        )
    }

    // MARK: - Lines

    /// Where the line that is being read ends; nil if the bytes end before that.
    private mutating func nextLine() throws(NetworkError) -> Int? {
        var index = max(searched, lineStart)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == HTTPSyntax.lineFeed { throw NetworkError(.malformedMessage, "a line that ends with LF alone") }
            if byte == HTTPSyntax.carriageReturn {
                guard index + 1 < bytes.count else { break }
                guard bytes[index + 1] == HTTPSyntax.lineFeed else {
                    throw NetworkError(.malformedMessage, "a lone CR")
                }
                searched = index + 2
                try check(index)
                return index
            }
            index += 1
        }
        searched = index
        try check(index)
        return nil
    }

    private func check(_ end: Int) throws(NetworkError) {
        guard let startLine else {
            guard end - lineStart <= limits.startLine else { throw NetworkError(.limitExceeded, "the start line") }
            return
        }
        guard end - startLine.upperBound <= limits.fieldSection else {
            throw NetworkError(.limitExceeded, "the fields")
        }
    }

    private mutating func addField(_ line: ArraySlice<UInt8>) throws(NetworkError) {
        guard fields.all.count < limits.fields else { throw NetworkError(.limitExceeded, "the number of fields") }
        let field = try HTTPField.read(line)
        fields.append(field.name, field.value)
    }

    /// The start line cut at its first spaces.
    private func words(_ count: Int) -> [ArraySlice<UInt8>] {
        guard let startLine else { return [] }
        return bytes[startLine].split(
            separator: HTTPSyntax.space,
            maxSplits: count - 1,
            omittingEmptySubsequences: false
        )
    }

    private func isVersion10(_ version: ArraySlice<UInt8>) throws(NetworkError) -> Bool {
        if version.elementsEqual("HTTP/1.1".utf8) { return false }
        guard version.elementsEqual("HTTP/1.0".utf8) else { throw NetworkError(.versionNotSupported, "") }
        return true
    }
}
