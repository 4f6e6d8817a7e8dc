/// Pages.
///
/// - SeeAlso: ISO 32000-2, 7.7.3.
extension PDFDocument {
    /// The page with a number, from 1.
    ///
    /// - Throws: ``PDFError/Code/invalidArgument`` if there is no such page; ``PDFError/Code/circular``.
    public func page(_ number: Int) throws(PDFError) -> (reference: PDFReference, value: PDFDictionary) {
        var count = 0
        var found: (PDFReference, PDFDictionary)?
        try forEachPage { reference, page in
            count += 1
            if count == number { found = (reference, page) }
            return found == nil
        }
        guard let found else { throw PDFError(.invalidArgument, "page \(number) of \(count)") }
        return found
    }

    /// How many pages the document has.
    ///
    /// - Throws: ``PDFError/Code/circular``, ``PDFError/Code/limitExceeded``.
    public func pageCount() throws(PDFError) -> Int {
        var count = 0
        try forEachPage { _, _ in
            count += 1
            return true
        }
        return count
    }

    /// Calls a closure with each page in order, until it returns false.
    func forEachPage(_ body: (PDFReference, PDFDictionary) throws(PDFError) -> Bool) throws(PDFError) {
        var open = [try catalog().value["Pages"]]
        var visited: Set<PDFReference> = []
        while let next = open.popLast() {
            guard let reference = next?.reference else { throw PDFError(.malformed, "a page without an object number") }
            guard visited.insert(reference).inserted else { throw PDFError(.circular, "the page tree") }
            guard visited.count <= window.limits.nodes else {
                throw PDFError(.limitExceeded, "more than \(window.limits.nodes) pages")
            }
            guard let node = try dictionary(.reference(reference)) else { continue }
            if let kids = try resolve(node["Kids"]).array, node["Type"]?.name != "Page" {
                for kid in kids.reversed() { open.append(kid) }
            } else if try !body(reference, node) {
                return
            }
        }
    }
}
