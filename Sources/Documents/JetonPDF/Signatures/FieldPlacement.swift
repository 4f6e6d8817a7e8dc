/// A page that a new field shows its signature on, and where.
struct FieldPlacement {
    /// How many pages one signature is shown on.
    private static let pageLimit = 2_000

    let page: PDFReference
    /// Where it is seen; nil for a signature that shows nothing.
    let area: SignatureAppearance.Rectangle?
    /// How the page is seen; nil for a signature that shows nothing.
    var geometry: PageGeometry?

    /// A place on a page.
    ///
    /// - Throws: ``PDFError/Code/invalidArgument`` if some of it can't be seen.
    private init(
        _ area: SignatureAppearance.Rectangle,
        on page: (number: Int, reference: PDFReference, value: PDFDictionary),
        of document: PDFDocument
    ) throws(PDFError) {
        let geometry = try PageGeometry(of: page.value, in: document)
        guard geometry.shows(area) else {
            let size = "\(SignatureAppearance.text(geometry.width)) × \(SignatureAppearance.text(geometry.height))"
            throw PDFError(
                .invalidArgument,
                "the rectangle \(area) is not inside page \(page.number), which is \(size) points"
            )
        }
        self.init(page: page.reference, area: area, geometry: geometry)
    }

    init(page: PDFReference, area: SignatureAppearance.Rectangle?, geometry: PageGeometry? = nil) {
        self.page = page
        self.area = area
        self.geometry = geometry
    }

    /// Where the options place a new field.
    ///
    /// - Throws: ``PDFError``, also ``PDFError/Code/notFound`` and ``PDFError/Code/ambiguous`` for a text.
    static func all(_ options: PDFSignatureOptions, of document: PDFDocument) throws(PDFError) -> [FieldPlacement] {
        guard let appearance = options.appearance else {
            guard case .numbers(let numbers) = options.pages ?? .numbers([1]), Set(numbers).count == 1 else {
                throw PDFError(.invalidArgument, "an invisible signature must be on a single page")
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
            throw PDFError(.invalidArgument, "page \(missing) does not exist: the document has \(count) pages")
        }
        guard pages.count <= pageLimit || options.anchor != nil && options.pages == nil else {
            throw PDFError(.limitExceeded, "a signature on more than \(pageLimit) pages")
        }
        guard let anchor = options.anchor else {
            var placements: [FieldPlacement] = []
            for page in pages { placements.append(try FieldPlacement(area, on: page, of: document)) }
            return placements
        }
        var placements: [(number: Int, placement: FieldPlacement)] = []
        for page in pages {
            let places = try PageText(of: page.value, in: document).places(of: anchor)
            guard places.count < 2 else {
                throw PDFError(.ambiguous, "'\(anchor)' appears \(places.count) times on page \(page.number)")
            }
            guard let place = places.first else {
                guard wanted == nil else { throw PDFError(.notFound, "'\(anchor)' is not on page \(page.number)") }
                continue
            }
            let seen = try PageGeometry(of: page.value, in: document).seen(place.x, place.y)
            guard let moved = area.moved(seen.x, seen.y) else {
                throw PDFError(.invalidArgument, "'\(anchor)' is not inside page \(page.number)")
            }
            placements.append((page.number, try FieldPlacement(moved, on: page, of: document)))
        }
        guard !placements.isEmpty else { throw PDFError(.notFound, "'\(anchor)' is not on any page with text") }
        guard options.pages != nil || placements.count == 1 else {
            let numbers = placements.prefix(8).map { "\($0.number)" }.joined(separator: ", ")
            let more = placements.count > 8 ? " and more" : ""
            throw PDFError(.ambiguous, "'\(anchor)' appears on the pages \(numbers)\(more)")
        }
        guard placements.count <= pageLimit else {
            throw PDFError(.limitExceeded, "a signature on more than \(pageLimit) pages")
        }
        return placements.map(\.placement)
    }
}
