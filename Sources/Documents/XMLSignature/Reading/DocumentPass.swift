package import JetonASN1
package import JetonX509
package import JetonXML

/// One reading of a document: finds its signatures, makes octets of its parts, and sees what they leave out.
package struct DocumentPass: XMLHandler {
    /// What was found of signatures; nil if they were not looked for.
    package private(set) var survey: SignatureSurvey?
    private let parts: StateList<PartState>
    private let coverages: StateList<CoverageState>
    private let budget: CanonicalBudget?
    /// What each tag takes of the budget.
    private let tagCost: Int

    private init(survey: Bool, parts: [XMLPart], coverages: [CoverageSurvey], budget: CanonicalBudget? = nil) {
        self.budget = budget
        tagCost = CanonicalBudget.tagCost(ofParts: parts.count)
        self.survey = survey ? SignatureSurvey() : nil
        self.parts = unsafe StateList(parts.map { unsafe $0.state }, of: parts)
        self.coverages = unsafe StateList(coverages.map { unsafe $0.state }, of: coverages)
    }

    /// Reads a document from its beginning to its end.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - survey: Whether signatures are looked for.
    ///   - parts: What becomes octets.
    ///   - coverages: What look for elements that the parts leave out.
    ///   - budget: How many octets the parts may become, which their receivers take; nil for any number.
    ///   - progress: Called after each piece, with the piece and how many bytes were read as whole parts of the
    ///     document; may throw.
    /// - Returns: What was found.
    /// - Throws: `DocumentError` for a document that is malformed or beyond the limits; what the source throws.
    @discardableResult
    package static func read(
        _ source: inout (some ByteSource & ~Copyable),
        survey: Bool = false,
        parts: [XMLPart] = [],
        coverages: [CoverageSurvey] = [],
        budget: CanonicalBudget? = nil,
        progress: (Span<UInt8>, borrowing XMLReader<DocumentPass>) throws -> Void = { _, _ in }
    ) throws -> DocumentPass {
        var reader = XMLReader(DocumentPass(survey: survey, parts: parts, coverages: coverages, budget: budget))
        do {
            try source.forEachPiece { piece in
                try reader.read(piece)
                try progress(piece, reader)
            }
            try reader.finish()
        } catch let error as XMLError {
            throw DocumentError(error)
        }
        for part in parts { part.finish() }
        return reader.handler
    }

    /// The signature that bytes begin with, read as if they were a document; nil for anything else.
    static func leadingSignature(_ bytes: Span<UInt8>) -> XMLElement? {
        var reader = XMLReader(DocumentPass(survey: true, parts: [], coverages: []))
        // What stands behind the signature in its document is an error here, and comes after it.
        try? reader.read(bytes)
        return reader.handler.survey?.signatures.first.flatMap { $0.offset == 0 ? $0 : nil }
    }

    package mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
        try survey?.startElement(tag)
        for index in 0..<parts.count { try unsafe parts[index].pointee.startElement(tag) }
        for index in 0..<coverages.count { unsafe coverages[index].pointee.startElement(tag) }
        if let budget {
            budget.take(tagCost)
            try check(budget, tag.offset)
        }
    }

    private func check(_ budget: CanonicalBudget, _ offset: UInt64) throws(XMLError) {
        guard budget.isSpent else { return }
        throw XMLError(.limitExceeded, at: offset, "the references of its signatures expand the document too much")
    }

    package mutating func endElement(_ tag: borrowing XMLTag) {
        survey?.endElement(tag)
        for index in 0..<coverages.count { unsafe coverages[index].pointee.endElement(tag) }
        for index in 0..<parts.count { unsafe parts[index].pointee.endElement(tag) }
    }

    package mutating func text(_ bytes: Span<UInt8>) throws(XMLError) {
        try survey?.text(bytes)
        for index in 0..<parts.count { unsafe parts[index].pointee.text(bytes) }
        if let budget { try check(budget, 0) }
    }

    package mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) {
        for index in 0..<parts.count { unsafe parts[index].pointee.startMarkup(kind, tag) }
    }

    package mutating func markup(_ bytes: Span<UInt8>) {
        for index in 0..<parts.count { unsafe parts[index].pointee.markup(bytes) }
    }

    package mutating func endMarkup() {
        for index in 0..<parts.count { unsafe parts[index].pointee.endMarkup() }
    }
}

extension DocumentError {
    /// Makes an error out of one of reading XML.
    package init(_ error: XMLError) {
        self.init(error.code == .limitExceeded ? .limitExceeded : .malformed, "\(error)")
    }
}
