package import JetonXML

/// Finds the signatures of a document and holds them in memory, without what they envelop.
package struct SignatureSurvey: Sendable {
    /// How many signatures of a document are read.
    package static let signatureLimit = 64
    /// How many bytes of signatures are held: 64 MiB.
    private static let sizeLimit = 64 << 20
    /// How many elements of signatures are held.
    private static let elementLimit = 65_536

    /// The signatures that are in no other signature, in the document's order.
    package private(set) var signatures: [XMLElement] = []
    /// How many signatures are inside of others.
    package private(set) var innerCount = 0
    /// How many signatures follow the 64 that are held.
    package private(set) var furtherCount = 0
    /// How many elements are in no signature.
    package private(set) var outerCount = 0
    /// The name of the root element.
    package private(set) var rootName = ""
    /// Where the root's start tag begins.
    package private(set) var rootStart: UInt64 = 0
    /// Where the root's end tag begins and ends; of a root that is one tag, where the tag does.
    package private(set) var rootEnd: (start: UInt64, end: UInt64) = (0, 0)
    /// The root's name as it is written.
    package private(set) var rootQualifiedName = ""
    /// Whether the root is written as one tag.
    package private(set) var isRootEmpty = false
    /// The elements that are open, from a signature on.
    private var open: [XMLElement] = []
    /// The depth of an element whose content is not held; nil outside of one.
    private var skippedDepth: Int?
    /// The depth of a signature beyond the limit; nil outside of one.
    private var furtherDepth: Int?
    private var size = 0
    private var elements = 0

    package init() {}

    package mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        if tag.depth == 0 {
            rootName = tag.localName
            rootStart = tag.offset
            rootQualifiedName = tag.qualifiedName
            isRootEmpty = tag.isEmptyElement
        }
        let isSignature = tag.isElement("Signature", in: XMLNames.signature)
        guard !open.isEmpty else {
            guard furtherDepth == nil else { return }
            guard isSignature else {
                outerCount += 1
                return
            }
            guard signatures.count < SignatureSurvey.signatureLimit else {
                furtherCount += 1
                furtherDepth = tag.depth
                return
            }
            return try push(tag)
        }
        if isSignature { innerCount += 1 }
        if skippedDepth != nil { return }
        try push(tag)
        // What an Object envelops may have any size; the properties and manifests of signatures are held.
        if open.count == 3, open[1].isElement("Object", XMLNames.signature),
            !tag.isElement("QualifyingProperties", in: XMLNames.xades),
            !tag.isElement("Manifest", in: XMLNames.signature)
        {
            skippedDepth = tag.depth
        }
    }

    private mutating func push(_ tag: borrowing XMLTag) throws(XMLError) {
        elements += 1
        size += Int(clamping: tag.endOffset - tag.offset)
        try check(tag.offset)
        open.append(XMLElement(tag))
    }

    private func check(_ offset: UInt64) throws(XMLError) {
        guard elements <= SignatureSurvey.elementLimit, size <= SignatureSurvey.sizeLimit else {
            throw XMLError(
                .limitExceeded,
                at: offset,
                "a signature of more than \(SignatureSurvey.sizeLimit >> 20) MiB"
            )
        }
    }

    package mutating func endElement(_ tag: borrowing XMLTag) {
        if tag.depth == 0 { rootEnd = (tag.offset, tag.endOffset) }
        if furtherDepth == tag.depth { furtherDepth = nil }
        if let depth = skippedDepth {
            guard tag.depth == depth else { return }
            skippedDepth = nil
        }
        guard var element = open.popLast() else { return }
        element.contentEnd = tag.offset
        element.endOffset = tag.endOffset
        if open.isEmpty {
            signatures.append(element)
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    package mutating func text(_ bytes: Span<UInt8>) throws(XMLError) {
        if !open.isEmpty { try hold(bytes) }
    }

    /// Keeps text of a signature.
    private mutating func hold(_ bytes: Span<UInt8>) throws(XMLError) {
        guard skippedDepth == nil else { return }
        // An Object's own text may be enveloped content.
        if open.count == 2, open[1].isElement("Object", XMLNames.signature) {
            if !open[1].hasText { open[1].hasText = bytes.hasText }
            return
        }
        size += bytes.count
        try check(open[0].offset)
        let last = open.count - 1
        for index in bytes.indices { open[last].text.append(bytes[index]) }
    }
}

extension Span<UInt8> {
    /// Whether there is more than white space.
    fileprivate var hasText: Bool {
        for index in indices where self[index] > 0x20 { return true }
        return false
    }
}
