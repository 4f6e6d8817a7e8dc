/// Canonicalizes a whole document, or some of its elements, as a reader shows it.
public struct DocumentCanonicalizer: XMLHandler {
    private var canonicalizer: Canonicalizer
    private let selection: XMLSelection
    /// The depth of the element at which the innermost decision was made, and the decisions.
    private var decisions: [(depth: Int, isSelected: Bool)] = []

    /// Starts a result.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - selection: Which elements belong to it.
    ///   - inclusivePrefixes: The prefixes of an `InclusiveNamespaces` element, `#default` for the default namespace.
    ///   - sink: Receives the canonical bytes.
    public init(
        _ method: Canonicalization,
        of selection: XMLSelection = .document,
        inclusivePrefixes: [String] = [],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        canonicalizer = Canonicalizer(method, inclusivePrefixes: inclusivePrefixes, sink: sink)
        self.selection = selection
    }

    /// Hands on what the result still holds; to be called after ``XMLReader/finish()``.
    public func finish() { canonicalizer.finish() }

    /// Writes a start tag that is selected.
    public mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        var isSelected = decisions.last?.isSelected ?? selection.isDocument
        if let decision = selection.decision(for: tag) {
            isSelected = decision
            decisions.append((tag.depth, decision))
        }
        try canonicalizer.startElement(tag, isSelected: isSelected)
    }

    /// Writes an end tag that is selected.
    public mutating func endElement(_ tag: borrowing XMLTag) {
        canonicalizer.endElement(tag)
        if let last = decisions.last, last.depth == tag.depth { decisions.removeLast() }
    }

    /// Writes text that is selected.
    public mutating func text(_ bytes: Span<UInt8>) { canonicalizer.text(bytes) }

    /// Begins a comment or processing instruction.
    public mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {
        canonicalizer.startMarkup(kind, tag, isSelected: selection.isDocument)
    }

    /// Writes its data.
    public mutating func markup(_ bytes: Span<UInt8>) { canonicalizer.markup(bytes) }

    /// Ends it.
    public mutating func endMarkup() { canonicalizer.endMarkup() }
}
