import ASN1
public import CMS
import X509

/// Checks the signatures of a document.
///
/// - SeeAlso: ISO 32000-2, 12.8.
public struct PDFVerifier {
    /// Whom to trust, and for what.
    public let policy: VerificationPolicy

    /// Makes a verifier.
    public init(_ policy: VerificationPolicy = VerificationPolicy()) { self.policy = policy }

    /// Checks every signature.
    ///
    /// - Throws: ``PDFError`` if the document can't be read; a signature that can't is a finding.
    public func verify(_ document: PDFDocument) throws(PDFError) -> PDFReport {
        var signatures: [PDFSignatureReport] = []
        for field in try document.signatureFields() where field.signature != nil {
            signatures.append(try check(field, document))
        }
        return PDFReport(signatures: signatures, revisionCount: document.revisionCount)
    }

    private func check(
        _ field: PDFDocument.SignatureField,
        _ document: PDFDocument
    ) throws(PDFError) -> PDFSignatureReport {
        func unreadable(_ reason: String) -> PDFSignatureReport {
            PDFSignatureReport(field: field.name, outcome: .unreadable(reason))
        }
        guard case .reference(let reference)? = field.signature else {
            return unreadable("the signature is not an object of its own")
        }
        guard let object = try document.indirectObject(reference), case .dictionary(let signature) = object.value,
            let contents = object.contents
        else { return unreadable("the signature is missing, or compressed") }
        guard !signature.hasDuplicateKeys else { return unreadable("a key of the signature stands there twice") }
        let kind = signature["SubFilter"]?.name
        guard kind == "ETSI.CAdES.detached" || kind == "adbe.pkcs7.detached" else {
            return unreadable("signatures of the kind \(kind.map { "\($0)" } ?? "unknown") are not supported")
        }
        let range = (signature["ByteRange"]?.array ?? []).compactMap(\.integer)
        guard range.count == 4, signature["ByteRange"]?.array?.count == 4, range.allSatisfy({ $0 >= 0 }), range[0] == 0,
            UInt64(range[1]) == contents.lowerBound, UInt64(range[2]) == contents.upperBound
        else { return unreadable("the signature covers other bytes than all but itself") }
        let size = document.source.size
        guard UInt64(range[3]) <= size - UInt64(range[2]) else {
            return unreadable("the signature covers more than the file has")
        }
        guard let message = SignatureContents.message(signature["Contents"]?.string) else {
            return unreadable("the signature is not a CMS message")
        }
        let end = UInt64(range[2]) + UInt64(range[3])
        do {
            var content = PDFRangeSource(document.source, [0..<contents.lowerBound, contents.upperBound..<end])
            let report = try CMSVerifier(policy).verifyDetached(MemorySource(message), content: &content)
            return PDFSignatureReport(
                field: field.name,
                outcome: .checked(report),
                coveredSize: end,
                coversWholeFile: end == size
            )
        } catch {
            return unreadable("\(error)")
        }
    }
}
