import JetonASN1
import JetonXML

/// How far a part of a document is, while the document is read.
struct PartState {
    /// How many elements have the identifier that was looked for.
    var matches = 0
    /// The name of the element; nil for the document, and until it is found.
    var name: String?
    /// Where the element begins and ends.
    var range: Range<UInt64>?
    /// Whether text that had to be base64 was not.
    var isMalformed = false
    /// Whether the element that was looked for is a ds:Manifest.
    private(set) var isManifest = false
    /// Whether an element is left of the part that is more than a part of the signature itself.
    private(set) var hasContent = false
    /// How many bytes of base64 were decoded.
    private(set) var decodedCount = 0
    /// Whether the part is all of the document.
    private let isDocument: Bool
    /// Where the element's start tag is; nil for one with an identifier.
    private var offset: UInt64?
    /// The identifier that is looked for.
    private let wanted: [UInt8]
    let keepsComments: Bool
    let sink: (Span<UInt8>) -> Void
    var filter: FilterState?
    var canonicalizer: Canonicalizer?
    private var decoder = Base64Decoder()
    private var rootDepth: Int?
    private var selection: [Bool] = []
    private var isCommentSkipped = false

    /// Whether the element that began last belongs to the part.
    var isSelected: Bool { selection.last ?? false }

    init(_ place: XMLPart.Place, keepsComments: Bool, sink: @escaping (Span<UInt8>) -> Void) {
        isDocument = place == .document
        (offset, wanted) =
            switch place {
            case .document: (nil, [])
            case .element(let id): (nil, Array(id.utf8))
            case .offset(let offset): (offset, [])
            }
        self.keepsComments = keepsComments
        self.sink = sink
    }

    /// Corrects the place of the signature that the part belongs to.
    mutating func moveSignature(back distance: UInt64) {
        if let known = offset { offset = known - distance }
        filter?.own -= distance
    }

    // MARK: - Parts of the document

    mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        if begins(tag), rootDepth == nil, range == nil {
            rootDepth = tag.depth
            name = tag.qualifiedName
            range = tag.offset..<tag.endOffset
            isManifest = tag.isElement("Manifest", in: XMLNames.signature)
        }
        let isLeft = filter?.enter(tag) ?? true
        let isSelected = isLeft && (isDocument || rootDepth != nil)
        selection.append(isSelected)
        if isSelected, !hasContent { hasContent = filter?.isInOwnParts != true }
        try canonicalizer?.startElement(tag, isSelected: isSelected)
    }

    /// Whether an element is the one that is looked for.
    private mutating func begins(_ tag: borrowing XMLTag) -> Bool {
        if isDocument { return false }
        if let offset { return tag.offset == offset }
        let isMatch = tag.isIdentified(by: wanted)
        if isMatch { matches += 1 }
        return isMatch
    }

    mutating func endElement(_ tag: borrowing XMLTag) {
        canonicalizer?.endElement(tag)
        selection.removeLast()
        filter?.leave(tag.depth)
        if rootDepth == tag.depth {
            rootDepth = nil
            range = range.map { $0.lowerBound..<tag.endOffset }
        }
    }

    mutating func text(_ bytes: Span<UInt8>) {
        guard isSelected else { return }
        guard canonicalizer?.text(bytes) == nil else { return }
        var octets: [UInt8] = []
        for index in bytes.indices where !decoder.take(bytes[index], into: &octets) { isMalformed = true }
        decodedCount += octets.count
        sink(octets.span)
    }

    mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {
        isCommentSkipped = kind == .comment && !keepsComments
        if !isCommentSkipped { canonicalizer?.startMarkup(kind, tag, isSelected: isDocument) }
    }

    mutating func markup(_ bytes: Span<UInt8>) {
        if !isCommentSkipped { canonicalizer?.markup(bytes) }
    }

    mutating func endMarkup() {
        if !isCommentSkipped { canonicalizer?.endMarkup() }
    }

    mutating func finish() {
        canonicalizer?.finish()
        if canonicalizer == nil, !decoder.isComplete { isMalformed = true }
    }
}
