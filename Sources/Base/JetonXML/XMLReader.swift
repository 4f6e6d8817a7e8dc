/// Reads a document in constant memory and shows its parts to a handler.
///
/// A push reader: its user calls ``read(_:)`` with the bytes of the document, in pieces of any size, then ``finish()``.
/// Well-formed XML 1.0 with namespaces in UTF-8 or UTF-16; a document type declaration is refused, so the only entities
/// are the five of XML. Used by one thread at a time; after an error it is not used again. It can't be copied: every
/// copy of its parts would be paid for at each tag.
///
/// - SeeAlso: XML 1.0 (fifth edition); Namespaces in XML 1.0 (third edition).
public struct XMLReader<Handler: XMLHandler>: ~Copyable {
    let limits: XMLLimits
    var tag = XMLTag()
    var state = ReadingState.start
    /// The state that a comment or processing instruction returns to.
    var outer = ReadingState.prolog
    /// How much was consumed before the bytes in the buffer.
    var consumed: UInt64 = 0
    /// Whether the document's encoding is UTF-16, which a declaration must not deny.
    var isUTF16 = false
    /// Whether the encoding must be declared, since no byte order mark tells it.
    var mustDeclareEncoding = false
    /// The names of the open elements, one behind the other.
    var openNames = ByteStack()
    var open: [OpenElement] = []
    private var buffer: [UInt8] = []
    /// How many bytes the buffer must have before it is worth reading.
    private var threshold = 1
    private var transcoder = Transcoder()
    /// What receives the parts.
    public var handler: Handler

    /// Makes a reader at the start of a document.
    public init(_ handler: Handler, limits: XMLLimits = XMLLimits()) {
        self.handler = handler
        self.limits = limits
    }

    /// Reads the next bytes of the document.
    public mutating func read(_ bytes: Span<UInt8>) throws(XMLError) {
        try transcoder.append(bytes, to: &buffer, at: consumed)
        isUTF16 = transcoder.isUTF16
        mustDeclareEncoding = transcoder.mustBeDeclared
        guard transcoder.isDecided, buffer.count >= threshold else { return }
        try run(isLast: false)
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError/Code/truncated`` if the root element has not ended.
    public mutating func finish() throws(XMLError) {
        try transcoder.finish(into: &buffer, at: consumed)
        try run(isLast: true)
        guard state == .epilog else { throw XMLError(.truncated, at: consumed) }
    }

    /// Reads what is complete in the buffer, and keeps the rest.
    private mutating func run(isLast: Bool) throws(XMLError) {
        let bytes = buffer
        tag.bytes = bytes
        var position = 0
        while position < bytes.count, let next = try step(bytes.span, position, isLast) { position = next }
        tag.bytes = []
        if position < bytes.count, isLast { throw failure(.truncated, position) }
        consumed += UInt64(position)
        buffer = position == bytes.count ? [] : Array(bytes[position...])
        // A tag is read from its start again: small pieces must not make that quadratic.
        threshold = buffer.count + buffer.count / 4 + 1
    }

    /// Reads one part of the document.
    ///
    /// - Returns: Where the next one begins; nil if the bytes end inside this one.
    private mutating func step(_ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool) throws(XMLError) -> Int? {
        switch state {
        case .content:
            if bytes[start] == XMLCharacter.less { return try readMarkup(bytes, start) }
            return try readText(bytes, start, isLast)
        case .start: return try readDeclaration(bytes, start, isLast)
        case .prolog, .epilog: return try readOutside(bytes, start)
        case .comment, .processingInstruction: return try readMarkupData(bytes, start, isLast)
        case .section: return try readSection(bytes, start, isLast)
        }
    }

    func failure(_ code: XMLError.Code, _ position: Int, _ detail: String = "") -> XMLError {
        XMLError(code, at: consumed + UInt64(position), detail)
    }
}
