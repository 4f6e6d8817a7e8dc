@testable import JetonPDF

/// Any bytes behind a signed document, raw or as objects with cross-references of their own: if the signature permits
/// them, the page is the one that was signed, for readers that follow the cross-references and for those that search.
@c(LLVMFuzzerTestOneInput)
public func fuzzRevisions(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let mode = bytes.first else { return 0 }
    let signed = SignedDocument.bytes
    let rest = bytes.dropFirst()
    let file = mode & 1 == 0 ? SignedDocument.extended(by: rest) : signed + rest
    guard let document = try? PDFDocument(PDFMemory(file)), let report = try? PDFVerifier().verify(document),
        let signature = report.signatures.first(where: { $0.coveredSize == UInt64(signed.count) })
    else { return 0 }
    precondition(signature.coversWholeFile == (file.count == signed.count))
    _ = signature.changes.map(\.detail)
    guard signature.permitsChanges else { return 0 }
    guard let page = try? document.page(1) else { preconditionFailure("permitted without a page") }
    precondition(page.reference.number == 3 && page.value["Contents"]?.reference?.number == 4, "another page")
    precondition((try? document.pageCount()) == 1, "another number of pages")
    let place = CrossReferences.Entry.at(offset: SignedDocument.text, generation: 0)
    precondition(document.references.entries[4] == place, "another text")
    guard let found = try? ObjectSearch(window: document.window).run() else { preconditionFailure("nothing is found") }
    precondition(found.entries[4] == place, "another text is found by searching")
    return 0
}
