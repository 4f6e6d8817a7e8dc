/// Writes the canonical form of what is selected of a document, in constant memory.
///
/// It is told every element of the document, since namespaces and `xml:` attributes of elements that are left out may
/// belong to what is selected inside them. An element is selected with its attributes, namespaces, text and markup, or
/// not at all. Used by one thread at a time.
///
/// - SeeAlso: Canonical XML 1.0, 2; Canonical XML 1.1, 2.4; Exclusive XML Canonicalization 1.0, 3.
public struct Canonicalizer {
    /// A binding that was written, and by the element at which depth.
    struct Rendered {
        let binding: Int
        let depth: Int
    }

    let method: Canonicalization
    /// Whether the method is, which every tag asks.
    let isExclusive: Bool
    let output: CanonicalOutput
    /// The prefixes that an exclusive method treats as an inclusive one does; an empty one is the default namespace.
    let inclusivePrefixes: [[UInt8]]
    /// Whether each open element is selected.
    var selected: [Bool] = []
    var rendered: [Rendered] = []
    /// Bindings to write, used again for each element.
    var pending: [Int] = []
    /// The `xml:` attributes of the open elements, for those whose parent is left out.
    var inherited = InheritedAttributes()
    private var wroteRoot = false
    /// Whether the comment or processing instruction being read is written, and something of its data was.
    private var isMarkupWritten = false
    private var markup = XMLMarkup.comment
    private var hasMarkupData = false

    /// Starts a result.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - inclusivePrefixes: The prefixes of an `InclusiveNamespaces` element, `#default` for the default namespace;
    ///     inclusive methods ignore them.
    ///   - sink: Receives the canonical bytes, in pieces of up to 64 KiB or of one piece of text.
    public init(
        _ method: Canonicalization,
        inclusivePrefixes: [String] = [],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        self.method = method
        isExclusive = method.isExclusive
        self.inclusivePrefixes =
            method.isExclusive ? inclusivePrefixes.map { $0 == "#default" ? [] : Array($0.utf8) } : []
        output = CanonicalOutput(sink)
    }

    /// Hands on what the result still holds.
    public func finish() { output.flush() }

    // MARK: - Parts of the document

    /// An element begins.
    public mutating func startElement(_ tag: borrowing XMLTag, isSelected: Bool) throws(XMLError) {
        let isOrphan = !(selected.last ?? true)
        selected.append(isSelected)
        guard isSelected else {
            if !isExclusive { inherited.enter(tag) }
            return
        }
        // With the "<" before it.
        output.write(tag.bytes, tag.name.lowerBound - 1..<tag.name.upperBound)
        try writeNamespaces(tag, isOrphan: isOrphan)
        writeAttributes(tag, isOrphan: isOrphan)
        if !isExclusive { inherited.enter(tag) }
        output.write(XMLCharacter.greater)
    }

    /// The element that began last ends.
    public mutating func endElement(_ tag: borrowing XMLTag) {
        let isSelected = selected.last ?? false
        if !selected.isEmpty { selected.removeLast() }
        while let last = rendered.last, last.depth >= selected.count { rendered.removeLast() }
        if !isExclusive { inherited.leave(depth: selected.count) }
        if selected.isEmpty { wroteRoot = true }
        guard isSelected else { return }
        if !tag.isEmptyElement, tag.endOffset - tag.offset == UInt64(tag.name.count + 3) {
            // As it is written: without white space.
            output.write(tag.bytes, tag.name.lowerBound - 2..<tag.name.upperBound + 1)
            return
        }
        output.write("</")
        output.write(tag.bytes, tag.name)
        output.write(XMLCharacter.greater)
    }

    /// Text of the element that is open.
    public mutating func text(_ bytes: Span<UInt8>) {
        if selected.last ?? false { output.writeText(bytes) }
    }

    /// A comment or processing instruction begins.
    ///
    /// - Parameters:
    ///   - kind: Which of the two.
    ///   - tag: Its name and offsets.
    ///   - isSelected: Whether it is part of what is selected, if it stands outside of the root element; inside it
    ///     follows its element.
    public mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag, isSelected: Bool = true) {
        isMarkupWritten = (selected.last ?? isSelected) && (kind == .processingInstruction || method.hasComments)
        guard isMarkupWritten else { return }
        markup = kind
        hasMarkupData = false
        if selected.isEmpty, wroteRoot { output.write(XMLCharacter.lineFeed) }
        switch kind {
        case .comment: output.write("<!--")
        case .processingInstruction:
            output.write("<?")
            output.write(tag.bytes, tag.name)
        }
    }

    /// A piece of its data.
    public mutating func markup(_ bytes: Span<UInt8>) {
        guard isMarkupWritten, bytes.count > 0 else { return }
        if markup == .processingInstruction, !hasMarkupData { output.write(XMLCharacter.space) }
        hasMarkupData = true
        output.write(bytes)
    }

    /// It ends.
    public mutating func endMarkup() {
        guard isMarkupWritten else { return }
        output.write(markup == .comment ? "-->" : "?>")
        if selected.isEmpty, !wroteRoot { output.write(XMLCharacter.lineFeed) }
    }
}
