/// A page that a new field shows its signature on, and where.
struct FieldPlacement {
    /// How many pages one signature is shown on.
    private static let pageLimit = 2_000

    let page: PDFReference
    /// Nil for a signature that shows nothing.
    let area: SignatureAppearance.Rectangle?

    /// Where the options place a new field.
    ///
    /// - Throws: ``PDFError``, also ``PDFError/Code/notFound`` and ``PDFError/Code/ambiguous`` for a text.
    static func all(_ options: PDFSignatureOptions, of document: PDFDocument) throws(PDFError) -> [FieldPlacement] {
        guard let appearance = options.appearance else {
            guard case .numbers(let numbers) = options.pages ?? .numbers([1]), Set(numbers).count == 1 else {
                throw PDFError(.invalidArgument, "a signature that shows nothing is on one page")
            }
            return [FieldPlacement(page: try document.page(numbers[0]).reference, area: nil)]
        }
        guard let area = appearance.rectangle else {
            throw PDFError(.invalidArgument, "a visible signature in a new field needs a rectangle")
        }
        var wanted: Set<Int>?
        switch options.pages {
        case .numbers(let numbers)?: wanted = Set(numbers)
        case .all?: wanted = nil
        case nil: wanted = options.anchor == nil ? [1] : nil
        }
        var pages: [(number: Int, reference: PDFReference, value: PDFDictionary)] = []
        var count = 0
        try document.forEachPage { reference, page in
            count += 1
            if wanted?.contains(count) ?? true { pages.append((count, reference, page)) }
            return true
        }
        if let missing = wanted?.filter({ !(1...max(1, count)).contains($0) }).min() {
            throw PDFError(.invalidArgument, "page \(missing) of \(count)")
        }
        guard pages.count <= pageLimit || options.anchor != nil && options.pages == nil else {
            throw PDFError(.limitExceeded, "one signature on more than \(pageLimit) pages")
        }
        guard let anchor = options.anchor else { return pages.map { FieldPlacement(page: $0.reference, area: area) } }
        var placements: [(number: Int, placement: FieldPlacement)] = []
        for page in pages {
            let places = try PageText(of: page.value, in: document).places(of: anchor)
            guard places.count < 2 else {
                throw PDFError(.ambiguous, "'\(anchor)' stands \(places.count) times on page \(page.number)")
            }
            guard let place = places.first else {
                guard wanted == nil else { throw PDFError(.notFound, "'\(anchor)' is not on page \(page.number)") }
                continue
            }
            guard let moved = area.moved(place.x, place.y) else {
                throw PDFError(.notSupported, "'\(anchor)' stands outside of page \(page.number)")
            }
            placements.append((page.number, FieldPlacement(page: page.reference, area: moved)))
        }
        guard !placements.isEmpty else { throw PDFError(.notFound, "'\(anchor)' is on no page that has text") }
        guard options.pages != nil || placements.count == 1 else {
            let numbers = placements.prefix(8).map { "\($0.number)" }.joined(separator: ", ")
            let more = placements.count > 8 ? " and more" : ""
            throw PDFError(.ambiguous, "'\(anchor)' stands on the pages \(numbers)\(more)")
        }
        guard placements.count <= pageLimit else {
            throw PDFError(.limitExceeded, "one signature on more than \(pageLimit) pages")
        }
        return placements.map(\.placement)
    }
}
