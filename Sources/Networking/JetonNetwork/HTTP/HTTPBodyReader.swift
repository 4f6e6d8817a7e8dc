/// Finds the end of a body in the bytes of a connection, which may come in pieces of any size.
///
/// Constant memory: what it takes is handed on at once. Trailers are read within limits and dropped.
///
/// - SeeAlso: RFC 9112, 6 and 7.1.
public struct HTTPBodyReader: Sendable {
    private enum State: Sendable {
        case data(UInt64)
        case untilClose
        case chunkLine
        case chunk(UInt64)
        case chunkEnd
        case trailer
        case complete
    }

    private let limits: HTTPLimits
    private var state: State
    /// The line of a chunk or trailer so far.
    private var line: [UInt8] = []
    /// How much longer the lines of chunks are by now than their contents need.
    private var overhead: UInt64 = 0
    private var trailerLength = 0
    private var trailerCount = 0

    /// Starts at the first byte of a body.
    public init(_ framing: HTTPFraming, limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        switch framing {
        case .length(0): state = .complete
        case .length(let length): state = .data(length)
        case .chunked: state = .chunkLine
        case .untilClose: state = .untilClose
        }
    }

    /// Whether the body has ended; what comes after it belongs to the next message.
    public var isComplete: Bool { if case .complete = state { true } else { false } }

    /// Takes bytes of the body.
    ///
    /// - Parameters:
    ///   - piece: The next bytes of the connection.
    ///   - body: Receives the body's own bytes.
    /// - Returns: How many bytes were taken; fewer than given only if the body has ended.
    /// - Throws: ``NetworkError`` for a malformed body, and what `body` throws.
    public mutating func read(
        _ piece: ArraySlice<UInt8>,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws -> Int {
        var rest = piece
        while let byte = rest.first, !isComplete {
            switch state {
            case .data(let left):
                let part = rest.prefix(left > UInt64(rest.count) ? rest.count : Int(left))
                try body(part)
                rest = rest.dropFirst(part.count)
                state = left == UInt64(part.count) ? .complete : .data(left - UInt64(part.count))
            case .untilClose:
                try body(rest)
                rest = []
            case .chunk(let left):
                let part = rest.prefix(left > UInt64(rest.count) ? rest.count : Int(left))
                try body(part)
                rest = rest.dropFirst(part.count)
                state = left == UInt64(part.count) ? .chunkEnd : .chunk(left - UInt64(part.count))
            case .chunkLine, .chunkEnd, .trailer:
                rest.removeFirst()
                if let whole = try takeLineByte(byte) { try endLine(whole) }
            case .complete: break
            }
        }
        return piece.count - rest.count
    }

    /// The connection has ended.
    ///
    /// - Throws: ``NetworkError/Code/connectionClosed`` if the body has not.
    public mutating func close() throws(NetworkError) {
        switch state {
        case .complete: return
        case .untilClose: state = .complete
        case .data, .chunk, .chunkLine, .chunkEnd, .trailer: throw NetworkError(.connectionClosed, "in the body")
        }
    }

    // MARK: - Chunks

    /// Adds a byte to the line; gives the line without its end when it is whole.
    private mutating func takeLineByte(_ byte: UInt8) throws(NetworkError) -> [UInt8]? {
        if line.last == HTTPSyntax.carriageReturn {
            guard byte == HTTPSyntax.lineFeed else { throw NetworkError(.malformedMessage, "a lone CR in the body") }
            defer { line.removeAll(keepingCapacity: true) }
            return line.dropLast()
        }
        guard byte != HTTPSyntax.lineFeed else {
            throw NetworkError(.malformedMessage, "a line in the body that ends with LF alone")
        }
        line.append(byte)
        if case .trailer = state {
            trailerLength += 1
            guard trailerLength <= limits.fieldSection else { throw NetworkError(.limitExceeded, "the trailer") }
        } else {
            guard line.count <= limits.chunkLine else { throw NetworkError(.limitExceeded, "a chunk's line") }
        }
        return nil
    }

    private mutating func endLine(_ line: [UInt8]) throws(NetworkError) {
        switch state {
        case .chunkEnd:
            guard line.isEmpty else {
                throw NetworkError(.malformedMessage, "a chunk is longer than its stated length")
            }
            state = .chunkLine
        case .chunkLine:
            let length = try chunkLength(line)
            try count(line, of: length)
            state = length == 0 ? .trailer : .chunk(length)
        default:
            if line.isEmpty {
                state = .complete
                return
            }
            trailerCount += 1
            guard trailerCount <= limits.fields else { throw NetworkError(.limitExceeded, "the trailer's fields") }
            _ = try HTTPField.read(line[...])
        }
    }

    /// Counts the line of a chunk against its contents: extensions could go on forever without a byte of the body.
    private mutating func count(_ line: [UInt8], of length: UInt64) throws(NetworkError) {
        let (sum, needed) = (overhead + UInt64(line.count), 16 + 2 * min(length, 1 << 32))
        overhead = sum > needed ? sum - needed : 0
        guard overhead <= limits.chunkOverhead else { throw NetworkError(.limitExceeded, "the lines of the chunks") }
    }

    /// The length of a chunk; its extensions are not understood, so they must only be well-formed characters.
    private func chunkLength(_ line: [UInt8]) throws(NetworkError) -> UInt64 {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        let text = HTTPSyntax.text(digits)
        let isHex = text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit }
        guard !digits.isEmpty, digits.count <= 15, isHex, let length = UInt64(text, radix: 16),
            HTTPSyntax.isFieldValue(line[digits.endIndex...])
        else { throw NetworkError(.malformedMessage, "a chunk's length") }
        return length
    }
}
