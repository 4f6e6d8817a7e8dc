/// Receives a document's parts from an ``XMLReader``, in their order.
///
/// Text arrives in pieces of any size; a piece never divides a character. CDATA sections arrive as text, references as
/// the characters they stand for, line ends as a single LF. An error that a handler throws ends the reading.
public protocol XMLHandler {
    /// An element begins.
    ///
    /// - Parameter tag: Valid during the call. Copy out of it what you need later.
    /// - Throws: ``XMLError`` to stop reading.
    mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError)

    /// An element ends; of an empty-element tag too.
    ///
    /// - Parameter tag: It has the name and the offsets, and no attributes.
    /// - Throws: ``XMLError`` to stop reading.
    mutating func endElement(_ tag: borrowing XMLTag) throws(XMLError)

    /// A piece of the text of the element that began last and has not ended.
    mutating func text(_ bytes: Span<UInt8>) throws(XMLError)

    /// A comment begins, or a processing instruction with the tag's name as its target.
    mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) throws(XMLError)

    /// A piece of the comment's or processing instruction's data.
    mutating func markup(_ bytes: Span<UInt8>) throws(XMLError)

    /// The comment or processing instruction ends.
    mutating func endMarkup() throws(XMLError)
}

/// What is neither element nor text.
public enum XMLMarkup: Sendable {
    /// `<!-- … -->`
    case comment
    /// `<?target …?>`
    case processingInstruction
}
