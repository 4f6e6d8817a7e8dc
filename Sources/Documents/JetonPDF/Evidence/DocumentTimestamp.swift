import JetonASN1
import JetonLibcrypto
package import JetonX509

/// A document timestamp that is planned: a revision whose token is missing.
///
/// - SeeAlso: ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3.
package struct DocumentTimestamp {
    private let plan: PDFSignaturePlan
    private let source: any PDFSource

    /// Plans the revision.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - room: How many bytes the token may have.
    /// - Throws: ``PDFError``.
    package init(of document: PDFDocument, room: Int) throws(PDFError) {
        source = document.source
        plan = try PDFSignaturePlan(timestamping: document, room: room)
    }

    /// The digest that the token is over: that of everything but itself.
    package func digest(_ hash: HashAlgorithm) throws -> [UInt8] {
        let running = try hash.begin()
        var content = PDFRangeSource(source, [0..<source.size])
        try content.forEachPiece { try running.update($0) }
        try running.update(plan.head.span)
        try running.update(plan.tail.span)
        return try running.finish()
    }

    /// The bytes to append; nil if the token is larger than the room for it.
    package func revision(with token: [UInt8]) -> [UInt8]? { plan.revision(holding: token) }
}
