import JetonASN1
import JetonCMS
import JetonX509
import XMLSignature

/// What is put into a document, and where.
struct PropertyInsertion {
    /// Offset in the document's UTF-8 form.
    let offset: UInt64
    /// How many bytes are left out there.
    let skipped: Int
    let text: [UInt8]

    init(_ text: String, into qualifying: XMLElement) {
        let list = "xades:UnsignedSignatureProperties"
        let declaration = " xmlns:xades=\"\(XMLNames.xades)\""
        let unsigned = qualifying.only("UnsignedProperties", XMLNames.xades)
        if let properties = unsigned?.only("UnsignedSignatureProperties", XMLNames.xades) {
            (offset, skipped, self.text) = PropertyInsertion.end(of: properties, text)
        } else if let unsigned {
            // In front of UnsignedDataObjectProperties.
            let whole = "<\(list)\(declaration)>\(text)</\(list)>"
            if unsigned.isEmptyElement {
                (offset, skipped, self.text) = PropertyInsertion.end(of: unsigned, whole)
            } else {
                (offset, skipped, self.text) = (unsigned.contentOffset, 0, Array(whole.utf8))
            }
        } else {
            let whole =
                "<xades:UnsignedProperties\(declaration)><\(list)>\(text)</\(list)></xades:UnsignedProperties>"
            (offset, skipped, self.text) = PropertyInsertion.end(of: qualifying, whole)
        }
    }

    private static func end(of element: XMLElement, _ text: String) -> (UInt64, Int, [UInt8]) {
        guard element.isEmptyElement else { return (element.contentEnd, 0, Array(text.utf8)) }
        // "/>" becomes ">", the text, and an end tag.
        return (element.endOffset - 2, 2, Array(">\(text)</\(element.qualifiedName)>".utf8))
    }

    /// Copies a document with insertions.
    ///
    /// - Throws: `DocumentError` for a document in UTF-16 or one that has changed; what source and sink throw.
    static func copy(
        _ document: consuming (some ByteSource & ~Copyable),
        _ insertions: [PropertyInsertion],
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        var rest = insertions.sorted { $0.offset < $1.offset }[...]
        var position: UInt64 = 0
        var skipped = 0
        var mark: UInt64 = 0
        try document.forEachPiece { piece in
            if position == 0 {
                guard piece.count < 2 || piece[0] != 0xFF && piece[0] != 0xFE && piece[1] != 0 && piece[0] != 0 else {
                    throw DocumentError(.invalidArgument, "a document in UTF-16 can't be extended")
                }
                // Offsets count from behind a byte order mark.
                if piece.count >= 3, piece[0] == 0xEF, piece[1] == 0xBB, piece[2] == 0xBF { mark = 3 }
            }
            var start = 0
            while start < piece.count {
                if skipped > 0 {
                    let count = min(skipped, piece.count - start)
                    skipped -= count
                    start += count
                    continue
                }
                let place = position + UInt64(start)
                if let next = rest.first, next.offset + mark == place {
                    try sink.write(next.text)
                    skipped = next.skipped
                    rest.removeFirst()
                    continue
                }
                let end =
                    rest.first.map { min($0.offset + mark - position, UInt64(piece.count)) } ?? UInt64(piece.count)
                try sink.write(piece.extracting(start..<Int(end)))
                start = Int(end)
            }
            position += UInt64(piece.count)
        }
        guard rest.isEmpty else { throw DocumentError(.malformed, "the document changed while it was being read") }
    }
}
