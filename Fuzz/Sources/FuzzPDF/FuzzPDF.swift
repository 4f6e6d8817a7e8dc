import JetonASN1
import JetonCMS
import JetonPDF
import PAdES

/// Any octets as a signed PDF: judged or refused, never passed without an anchor, and never intact if what a signature
/// covers is not all that it should cover.
@c(LLVMFuzzerTestOneInput)
public func fuzzPDF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let document = try? PDFDocument(PDFMemory(octets)) else { return 0 }
    if let pages = try? document.pageCount(), pages > 0 { _ = try? document.page(pages) }
    _ = try? document.formFields()
    if let revisions = try? document.revisions() {
        precondition(revisions.count == document.revisionCount)
        precondition(revisions.allSatisfy { $0.end <= UInt64(count) }, "a revision ends behind the file")
    }
    let time = UniversalTime(secondsSince1970: 1_800_000_000)
    guard let report = try? PAdESValidator(policy: VerificationPolicy(time: time)).assess(document) else { return 0 }
    precondition(!report.isValid, "passed although nothing is trusted")
    for signature in report.signatures {
        precondition(!signature.isValid && signature.report.coveredSize <= UInt64(count))
        precondition(!signature.isIntact || signature.report.coveredSize > 0)
        _ = signature.report.changes.map(\.detail)
    }
    return 0
}
