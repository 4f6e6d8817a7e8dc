package import JetonASN1
import JetonX509
package import JetonXML

/// A small document as a tree, such as a manifest.
package struct XMLTree: XMLHandler {
    private let limit: Int
    private var count = 0
    private var open: [XMLElement] = []
    private var root: XMLElement?

    private init(limit: Int) { self.limit = limit }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: How many elements it may have.
    /// - Returns: Its root element.
    /// - Throws: `DocumentError` for a document that is not XML, or has more elements; what the source throws.
    package static func read(
        _ document: consuming (some ByteSource & ~Copyable),
        limit: Int = 65_536
    ) throws -> XMLElement {
        var reader = XMLReader(XMLTree(limit: limit))
        do {
            try document.forEachPiece { try reader.read($0) }
            try reader.finish()
        } catch let error as XMLError {
            throw DocumentError(error)
        }
        guard let root = reader.handler.root else { throw DocumentError(.malformed, "the document has no element") }
        return root
    }

    package mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        count += 1
        guard count <= limit else { throw XMLError(.limitExceeded, at: tag.offset, "more than \(limit) elements") }
        open.append(XMLElement(tag))
    }

    package mutating func endElement(_ tag: borrowing XMLTag) {
        guard var element = open.popLast() else { return }
        element.contentEnd = tag.offset
        element.endOffset = tag.endOffset
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    package mutating func text(_ bytes: Span<UInt8>) {
        let last = open.count - 1
        guard last >= 0 else { return }
        for index in bytes.indices { open[last].text.append(bytes[index]) }
    }

    package mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {}

    package mutating func markup(_ bytes: Span<UInt8>) {}

    package mutating func endMarkup() {}
}
