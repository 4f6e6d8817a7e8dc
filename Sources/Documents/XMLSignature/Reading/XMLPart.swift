import ASN1
package import XML

/// A part of a document that becomes octets while the document is read.
///
/// Used by the reading of one document on one thread.
package final class XMLPart {
    /// Which part.
    package enum Place: Hashable, Sendable {
        /// All of it.
        case document
        /// The element with an identifier, which must be the only one.
        case element(id: String)
        /// The element whose start tag is at an offset.
        case offset(UInt64)
    }

    /// How many elements have the identifier that was looked for.
    package private(set) var matches = 0
    /// The name of the element; nil for the document, and until it is found.
    package private(set) var name: String?
    /// Where the element begins and ends.
    package private(set) var range: Range<UInt64>?
    /// Whether text that had to be base64 was not.
    package private(set) var isMalformed = false
    /// Whether the element that began last belongs to the part.
    var isSelected: Bool { selection.last ?? false }

    private let place: Place
    private let wanted: [UInt8]
    private let keepsComments: Bool
    private let sink: (Span<UInt8>) -> Void
    private var filter: FilterState?
    private var canonicalizer: Canonicalizer?
    private var decoder = Base64Decoder()
    private var rootDepth: Int?
    private var selection: [Bool] = []
    private var isCommentSkipped = false

    /// What a reference leads to in its own document.
    ///
    /// - Parameters:
    ///   - reference: The reference, whose target is in the document.
    ///   - own: Where the start tag of its signature is.
    ///   - method: Makes octets of a part for which the reference names no method; nil for the standard's.
    ///   - sink: Receives the octets.
    package init(
        _ reference: XMLReference,
        own: UInt64,
        method: Canonicalization? = nil,
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        switch reference.target {
        case .element(let id): place = .element(id: id)
        default: place = .document
        }
        if case .element(let id) = place { wanted = Array(id.utf8) } else { wanted = [] }
        keepsComments = reference.keepsComments
        self.sink = sink
        filter = reference.filters.isEmpty ? nil : FilterState(reference.filters, own: own)
        if let method, !reference.hasOutputTransform {
            canonicalizer = Canonicalizer(method, sink: sink)
        } else if case .canonical(let method, let prefixes) = reference.output {
            canonicalizer = Canonicalizer(method, inclusivePrefixes: prefixes, sink: sink)
        }
    }

    /// The whole document, without comments.
    init(
        documentBy method: Canonicalization,
        filters: [ElementFilter],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        place = .document
        wanted = []
        keepsComments = false
        self.sink = sink
        filter = filters.isEmpty ? nil : FilterState(filters, own: .max)
        canonicalizer = Canonicalizer(method, sink: sink)
    }

    /// An element at an offset.
    package init(
        at offset: UInt64,
        _ method: Canonicalization,
        inclusivePrefixes: [String] = [],
        sink: @escaping (Span<UInt8>) -> Void
    ) {
        place = .offset(offset)
        wanted = []
        keepsComments = true
        self.sink = sink
        canonicalizer = Canonicalizer(method, inclusivePrefixes: inclusivePrefixes, sink: sink)
    }

    // MARK: - Parts of the document

    func startElement(_ tag: XMLTag) throws(XMLError) {
        if begins(tag), rootDepth == nil, range == nil {
            rootDepth = tag.depth
            name = tag.qualifiedName
            range = tag.offset..<tag.endOffset
        }
        let isLeft = filter?.enter(tag) ?? true
        let isSelected = isLeft && (place == .document || rootDepth != nil)
        selection.append(isSelected)
        try canonicalizer?.startElement(tag, isSelected: isSelected)
    }

    /// Whether an element is the one that is looked for.
    private func begins(_ tag: XMLTag) -> Bool {
        switch place {
        case .document: return false
        case .offset(let offset): return tag.offset == offset
        case .element:
            var isMatch = false
            tag.forEachIdentifier { if $0.elementsEqual(wanted) { isMatch = true } }
            if isMatch { matches += 1 }
            return isMatch
        }
    }

    func endElement(_ tag: XMLTag) {
        canonicalizer?.endElement(tag)
        selection.removeLast()
        filter?.leave(tag.depth)
        if rootDepth == tag.depth {
            rootDepth = nil
            range = range.map { $0.lowerBound..<tag.endOffset }
        }
    }

    func text(_ bytes: Span<UInt8>) {
        guard isSelected else { return }
        guard canonicalizer == nil else {
            canonicalizer?.text(bytes)
            return
        }
        var octets: [UInt8] = []
        for index in bytes.indices where !decoder.take(bytes[index], into: &octets) { isMalformed = true }
        sink(octets.span)
    }

    func startMarkup(_ kind: XMLMarkup, _ tag: XMLTag) {
        isCommentSkipped = kind == .comment && !keepsComments
        if !isCommentSkipped { canonicalizer?.startMarkup(kind, tag, isSelected: place == .document) }
    }

    func markup(_ bytes: Span<UInt8>) {
        if !isCommentSkipped { canonicalizer?.markup(bytes) }
    }

    func endMarkup() {
        if !isCommentSkipped { canonicalizer?.endMarkup() }
    }

    func finish() {
        canonicalizer?.finish()
        if canonicalizer == nil, !decoder.isComplete { isMalformed = true }
    }
}
