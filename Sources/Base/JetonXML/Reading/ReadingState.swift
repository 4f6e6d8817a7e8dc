/// Where in a document a reader is.
enum ReadingState {
    /// Before the first byte of markup: the XML declaration may come.
    case start
    /// Before the root element.
    case prolog
    case content
    case comment
    case processingInstruction
    /// In a CDATA section.
    case section
    /// After the root element.
    case epilog
}

/// An element whose end tag has not come.
struct OpenElement {
    /// Where its name begins among the names of the open elements.
    let start: Int
    /// How many bytes of the name stand before the local name.
    let prefixLength: Int
    let binding: Int?
}
