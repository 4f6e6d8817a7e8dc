import JetonASN1
public import JetonCMS
import JetonX509

/// Checks the signatures of a document, and what was changed after each of them.
///
/// - SeeAlso: ISO 32000-2, 12.8; ETSI EN 319 142-1.
public struct PDFVerifier {
    /// How many signatures of a document are checked: each may be over all of it.
    static let signatureLimit = 256

    private static let otherObjects =
        "readers may show different pages: the signed document is damaged, and some find other objects in it"

    /// Checks the messages.
    private let verifier: CMSVerifier

    /// Makes a verifier.
    public init(_ policy: VerificationPolicy = VerificationPolicy()) { verifier = CMSVerifier(policy) }

    /// Makes a verifier whose messages are checked by another one.
    package init(_ verifier: CMSVerifier) { self.verifier = verifier }

    /// Checks every signature.
    ///
    /// - Throws: ``PDFError`` if the document can't be read; a signature that can't is a finding.
    public func verify(_ document: PDFDocument) throws(PDFError) -> PDFReport {
        let fields = try document.signatureFields().filter { $0.signature != nil }
        guard fields.count <= PDFVerifier.signatureLimit else {
            throw PDFError(.limitExceeded, "more than \(PDFVerifier.signatureLimit) signatures")
        }
        var signatures: [PDFSignatureReport] = []
        var audit = ReadingAudit(document)
        for field in fields {
            signatures.append(try check(field, document, &audit))
        }
        return PDFReport(
            signatures: signatures,
            revisionCount: document.revisionCount,
            hiddenLayers: (try? document.hiddenLayers()) ?? []
        )
    }

    private func check(
        _ field: PDFDocument.FormField,
        _ document: PDFDocument,
        _ audit: inout ReadingAudit
    ) throws(PDFError) -> PDFSignatureReport {
        var report = PDFSignatureReport(field: field.name)
        guard case .reference(let reference)? = field.signature else {
            report.outcome = .unreadable("the signature is not an indirect object")
            return report
        }
        guard let object = try document.indirectObject(reference), case .dictionary(let signature) = object.value else {
            report.outcome = .unreadable("the signature is missing, or compressed")
            return report
        }
        report.statement = PDFSignatureStatement(signature)
        guard let contents = object.contents else {
            report.outcome = .unreadable("the signature has no contents")
            return report
        }
        guard !signature.hasDuplicateKeys else {
            report.outcome = .unreadable("the signature dictionary has a duplicate key")
            return report
        }
        let range = (signature["ByteRange"]?.array ?? []).compactMap(\.integer)
        guard range.count == 4, signature["ByteRange"]?.array?.count == 4, range.allSatisfy({ $0 >= 0 }), range[0] == 0,
            UInt64(range[1]) == contents.lowerBound, UInt64(range[2]) == contents.upperBound
        else {
            report.outcome = .unreadable("the signature does not cover the whole file except itself")
            return report
        }
        let size = document.source.size
        guard UInt64(range[3]) <= size - UInt64(range[2]) else {
            report.outcome = .unreadable("the signature covers more bytes than the file has")
            return report
        }
        report.contents = signature["Contents"]?.string ?? []
        guard let message = SignatureContents.message(report.contents) else {
            report.outcome = .unreadable("the signature is not a CMS message")
            return report
        }
        let end = UInt64(range[2]) + UInt64(range[3])
        report.coveredSize = end
        report.coversWholeFile = end == size
        report.covered = [0..<contents.lowerBound, contents.upperBound..<end]
        report.changes = changes(document, reference, signature, &report, &audit)
        report.outcome = outcome(message, signature["SubFilter"]?.name, report.covered, document)
        return report
    }

    private func outcome(
        _ message: [UInt8],
        _ kind: PDFName?,
        _ covered: [Range<UInt64>],
        _ document: PDFDocument
    ) -> PDFSignatureReport.Outcome {
        switch kind {
        case "ETSI.RFC3161"?: return .timestamp(message)
        case "ETSI.CAdES.detached"?, "adbe.pkcs7.detached"?:
            do {
                var content = PDFRangeSource(document.source, covered)
                return .checked(try verifier.verifyDetached(MemorySource(message), content: &content))
            } catch {
                return .unreadable("\(error)")
            }
        default:
            return .unreadable("signatures of type \(kind.map { "\($0)" } ?? "unknown") are not supported")
        }
    }

    /// What was changed since a signature, and whether that is permitted.
    private func changes(
        _ document: PDFDocument,
        _ reference: PDFReference,
        _ signature: PDFDictionary,
        _ report: inout PDFSignatureReport,
        _ audit: inout ReadingAudit
    ) -> [PDFChange] {
        func structure(_ detail: String) -> PDFChange {
            PDFChange(kind: .structure, detail: detail, isPermitted: false)
        }
        var changes: [PDFChange] = []
        if document.isRecovered {
            changes.append(structure("\(document.damage), so readers may show different pages"))
        }
        do throws(PDFError) {
            let rules = try SignatureRules(signature, of: document)
            report.certification = rules.certification
            let end = report.coveredSize
            let tail = PDFPrefix(source: document.source, size: end)
            let signed = try PDFDocument(tail, limits: document.window.limits)
            guard !signed.isRecovered, try signed.indirectObject(reference) != nil else {
                return changes + [structure("the bytes that the signature covers are not a whole document")]
            }
            report.revision = signed.revisionCount
            if report.coversWholeFile { return changes }
            if let flaw = audit.flaw(behind: signed) {
                let place = flaw.offset.map { " at byte \($0)" } ?? ""
                changes.append(structure("readers may show different pages: \(flaw.detail)\(place)"))
            }
            guard try !document.isBlank(from: end) else {
                if try audit.isAmbiguous(signed, missing: false) { changes.append(structure(Self.otherObjects)) }
                return changes
            }
            if try !document.endsWithRevision() {
                changes.append(structure("bytes follow the last revision of the document"))
            }
            guard let newest = document.references.sections.first?.offset, newest >= end else {
                return changes + [structure("bytes were appended without cross-references")]
            }
            var comparison = try RevisionComparison(signed, document, rules: rules, texts: audit.texts)
            changes += try comparison.run()
            let isMissing = comparison.inventory.references?.missing.isEmpty == false
            if try audit.isAmbiguous(signed, missing: isMissing) { changes.append(structure(Self.otherObjects)) }
            return changes
        } catch {
            return changes + [structure("the document cannot be compared with the signed version: \(error)")]
        }
    }
}
