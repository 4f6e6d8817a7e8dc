/// What an annotation does besides showing something.
struct AnnotationContent {
    /// The kinds of annotations that people comment with.
    ///
    /// - SeeAlso: ISO 32000-2, 12.5.6, table 171.
    private static let commentKinds: Set<PDFName> = [
        "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline",
        "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink", "Popup", "Redact",
    ]
    /// The entries by which something runs when an annotation is pointed at, opened or shown.
    private static let actionKeys: [PDFName] = ["AA", "JS", "PA", "Next", "OnInstantiate", "EF"]
    /// The addresses that a link may lead to.
    private static let schemes = ["http", "https", "mailto"]

    private let document: PDFDocument

    /// Looks at annotations of a document.
    init(of document: PDFDocument) { self.document = document }

    /// Whether an annotation is a comment or a link, and nothing more.
    func isComment(_ annotation: PDFObject) throws(PDFError) -> Bool {
        guard case .dictionary(let dictionary) = annotation, !annotation.hasDuplicateKeys,
            let kind = dictionary["Subtype"]?.name, Self.commentKinds.contains(kind)
        else { return false }
        return try !runsAction(dictionary)
    }

    /// Whether an annotation does something other than lead to a place of the document or an address, by any of the
    /// objects that belong to it.
    func runsAction(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        var open: [(value: PDFObject, isAction: Bool)] = [(.dictionary(annotation), false)]
        var visited: Set<Int> = []
        while let next = open.popLast() {
            if let number = next.value.reference?.number, !visited.insert(number).inserted { continue }
            guard visited.count <= 10_000 else { return true }
            let value = try document.resolve(next.value)
            for element in value.array ?? [] { open.append((element, next.isAction)) }
            guard let dictionary = value.dictionary else { continue }
            guard Self.actionKeys.allSatisfy({ dictionary[$0] == nil }) else { return true }
            if next.isAction, try !isHarmless(dictionary) { return true }
            // The page, other annotations, and what is drawn are no part of what runs.
            let other: [PDFName] = ["P", "Parent", "IRT", "AP", "Dest", "D", "V", "Lock", "SV"]
            for (key, value) in dictionary.entries where !other.contains(key) { open.append((value, key == "A")) }
        }
        return false
    }

    /// Whether an action leads to a place of the document or to an address of the web.
    private func isHarmless(_ action: PDFDictionary) throws(PDFError) -> Bool {
        switch try document.resolve(action["S"]).name {
        case "GoTo"?: return true
        case "URI"?:
            let address = PDFText.decode(try document.resolve(action["URI"]).string ?? [])
            let scheme = address.prefix { $0 != ":" }
            return scheme.count == address.count || Self.schemes.contains(scheme.lowercased())
        default: return false
        }
    }
}
