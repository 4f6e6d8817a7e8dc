/// Whether all readers find the same objects in a signed document, before and after something was appended to it.
///
/// Readers follow the cross-references where they can, and otherwise search the file. What was appended must be written
/// so that every reader can follow it. What was signed need not be; but if some reader searches it, the search must find
/// what the cross-references list.
struct ReadingAudit {
    private let document: PDFDocument
    /// The texts of the document's pages.
    let texts = PageTexts()
    /// What was read behind signatures, and whether sections are written as the standard has it.
    private var appended: [AppendedRevisions] = []
    private var sections: [UInt64: Bool] = [:]
    private var ambiguous: [UInt64: Bool] = [:]
    private var isDocumentAmbiguous: Bool?

    init(_ document: PDFDocument) { self.document = document }

    /// Where what was appended to a signed state departs from the standard; nil if it does not.
    mutating func flaw(behind signed: PDFDocument) -> PDFError? { revisions(behind: signed).flaw }

    private mutating func revisions(behind signed: PDFDocument) -> AppendedRevisions {
        if let known = appended.first(where: { $0.hasEnd(at: signed.source.size) }) { return known }
        let revisions = AppendedRevisions(of: document, behind: signed)
        appended.append(revisions)
        return revisions
    }

    /// Whether a reader may find other objects by searching than the cross-references list, in the signed state or now.
    ///
    /// - Parameters:
    ///   - signed: The signed state.
    ///   - missing: Whether it refers to objects that it does not have.
    /// - Returns: Whether readers may show different pages.
    /// - Throws: ``PDFError`` if a document can't be read.
    mutating func isAmbiguous(_ signed: PDFDocument, missing: Bool) throws(PDFError) -> Bool {
        if !missing, !revisions(behind: signed).isDamaged, try isStrict(signed) { return false }
        if let known = ambiguous[signed.source.size] { return known }
        var result = !signed.hasSize
        if !result { result = try signed.isAmbiguous() }
        if !result {
            if isDocumentAmbiguous == nil { isDocumentAmbiguous = try document.isAmbiguous() }
            result = isDocumentAmbiguous ?? true
        }
        ambiguous[signed.source.size] = result
        return result
    }

    /// Whether every reader can follow the cross-references of a document.
    private mutating func isStrict(_ document: PDFDocument) throws(PDFError) -> Bool {
        for section in document.references.sections {
            guard let offset = section.offset else { return false }
            if sections[offset] == nil { sections[offset] = document.isStrict(section) }
            guard sections[offset] == true else { return false }
        }
        guard try document.hasStrictEnd() else { return false }
        return document.hasReachableObjects()
    }
}

extension PDFDocument {
    /// Why readers may show different pages of a document to which nothing was appended; nil if they do not.
    ///
    /// - Throws: ``PDFError/Code/inputFailed``.
    func ambiguity() throws(PDFError) -> String? {
        let catalog = try catalog().value
        if trailer.hasDuplicateKeys || catalog.hasDuplicateKeys {
            return "its trailer or catalog has a duplicate key"
        }
        var twice: Int?
        try forEachPage { reference, page in
            if page.hasDuplicateKeys { twice = reference.number }
            return twice == nil
        }
        if let twice { return "a page (object \(twice)) has a duplicate key" }
        if references.sections.allSatisfy(isStrict), try hasStrictEnd(), hasReachableObjects() { return nil }
        if hasSize, try !isAmbiguous() { return nil }
        return "some readers search the file for objects, and find different ones from those in its cross-references"
    }

    /// Whether a section is written as the standard has it.
    fileprivate func isStrict(_ section: CrossReferences.Section) -> Bool {
        guard let offset = section.offset else { return false }
        return (try? StrictSection(PDFWindow(source: source, limits: window.limits), at: offset)) != nil
    }

    /// Whether the file ends with the lines that lead to its cross-references.
    fileprivate func hasStrictEnd() throws(PDFError) -> Bool {
        guard let section = references.sections.first?.offset else { return false }
        let start = source.size - min(source.size, 1_024)
        let bytes = try source.read(at: start, count: 1_024)
        guard let place = bytes.indices.last(where: { bytes[$0...].starts(with: "startxref".utf8) }) else {
            return false
        }
        var parser = PDFParser(Array(bytes[place...]), limits: window.limits)
        return (try? StrictEnd(&parser, of: section))?.stated == section
    }

    /// Whether the cross-references lead into the file, and the document's information is there.
    fileprivate func hasReachableObjects() -> Bool {
        for case .at(let offset, _) in references.entries.values where offset == 0 || offset >= source.size {
            return false
        }
        guard let information = trailer["Info"] else { return true }
        return (try? dictionary(information)) != nil
    }

    /// Whether the newest trailer states a size above the numbers that its section lists: of the others, readers show
    /// nothing.
    fileprivate var hasSize: Bool {
        trailer["Size"]?.integer ?? 0 > references.sections.first?.numbers.max() ?? 0
    }

    /// Whether a search finds other objects than the cross-references list.
    fileprivate func isAmbiguous() throws(PDFError) -> Bool {
        let found: CrossReferences
        do throws(PDFError) {
            found = try ObjectSearch(window: window).run()
        } catch {
            if error.code == .inputFailed { throw error }
            return true
        }
        guard found.sections.first?.trailer["Root"] == trailer["Root"] else { return true }
        return ReferenceCount(self).numbers.contains { number in
            let other = found.entries[number]
            switch references.entries[number] {
            case .at(let offset, _)?:
                if case .at(offset, _)? = other { return false }
                let object = try? window.indirectObject(at: offset)
                guard let object, object.reference.number == number else { return other != nil }
                guard case .at(object.offset, _)? = other else { return true }
                return false
            case .inStream(let container, _)?:
                guard case .inStream(container, _)? = other else { return true }
                return false
            case .free?, nil: return other != nil
            }
        }
    }
}
