import JetonXML

/// Notes what a reader shows, text pieces joined.
struct Events: XMLHandler {
    var lines: [String] = []
    private var text: [UInt8] = []
    private var data: [UInt8] = []

    mutating func startElement(_ tag: borrowing XMLTag) {
        flush()
        var line = "<\(tag.qualifiedName)"
        if !tag.namespace.isEmpty { line += " {\(tag.namespace)}" }
        tag.forEachAttribute { line += " \($0.isEmpty ? "" : "{\($0)}")\($1)=[\($2)]" }
        lines.append(line + ">")
    }

    mutating func endElement(_ tag: borrowing XMLTag) {
        flush()
        lines.append("</\(tag.qualifiedName)>")
    }

    mutating func text(_ bytes: Span<UInt8>) { for index in 0..<bytes.count { text.append(bytes[index]) } }

    mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {
        flush()
        lines.append(kind == .comment ? "comment" : "instruction \(tag.qualifiedName)")
    }

    mutating func markup(_ bytes: Span<UInt8>) { for index in 0..<bytes.count { data.append(bytes[index]) } }

    mutating func endMarkup() {
        lines.append("[\(String(decoding: data, as: UTF8.self))]")
        data = []
    }

    private mutating func flush() {
        if !text.isEmpty { lines.append(String(decoding: text, as: UTF8.self)) }
        text = []
    }
}

/// What a document consists of.
func events(_ document: [UInt8], piece: Int = .max, limits: XMLLimits = XMLLimits()) throws(XMLError) -> [String] {
    var reader = XMLReader(Events(), limits: limits)
    try feed(document, piece: piece, to: &reader)
    return reader.handler.lines
}

/// What a document consists of.
func events(_ document: String, limits: XMLLimits = XMLLimits()) throws(XMLError) -> [String] {
    try events(Array(document.utf8), limits: limits)
}

/// Reads a document in pieces of a size.
func feed(_ document: [UInt8], piece: Int, to reader: inout XMLReader<some XMLHandler>) throws(XMLError) {
    var start = 0
    while start < document.count {
        let end = piece < document.count - start ? start + piece : document.count
        try reader.read(document.span.extracting(start..<end))
        start = end
    }
    try reader.finish()
}

/// The canonical form of what is selected of a document.
func canonical(
    _ document: [UInt8],
    _ method: Canonicalization,
    of selection: XMLSelection = .document,
    inclusivePrefixes: [String] = [],
    piece: Int = .max
) throws(XMLError) -> [UInt8] {
    let result = Result()
    let handler = DocumentCanonicalizer(method, of: selection, inclusivePrefixes: inclusivePrefixes) { bytes in
        for index in 0..<bytes.count { result.bytes.append(bytes[index]) }
    }
    var reader = XMLReader(handler)
    try feed(document, piece: piece, to: &reader)
    reader.handler.finish()
    return result.bytes
}

private final class Result {
    var bytes: [UInt8] = []
}
