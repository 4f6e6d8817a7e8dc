/// The texts of pages that were read, for one document.
///
/// Used by one thread at a time.
final class PageTexts {
    /// How many pages are kept.
    private static let limit = 64

    private var texts: [Int: PageText?] = [:]

    /// The text of a page; nil if it can't be read.
    func text(of page: PDFDictionary, _ number: Int, in document: PDFDocument) -> PageText? {
        if let known = texts[number] { return known }
        if texts.count >= Self.limit { texts = [:] }
        let text = try? PageText(of: page, in: document)
        texts[number] = text
        return text
    }
}
