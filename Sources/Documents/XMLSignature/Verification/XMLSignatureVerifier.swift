public import ASN1
public import CMS
import X509

/// Checks the signatures of XML documents of any size, in constant memory.
///
/// The document is read twice: to find the signatures, and to digest what they refer to. Of the signatures inside of
/// others, countersignatures are checked, up to 64 signatures in all.
///
/// - SeeAlso: XMLDSig 1.1, 3.2; XML Signature Best Practices.
public struct XMLSignatureVerifier: Sendable {
    /// Whom to trust, and for what.
    public let policy: VerificationPolicy

    /// Makes a verifier.
    public init(_ policy: VerificationPolicy = VerificationPolicy()) { self.policy = policy }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - files: What references outside of the document may lead to.
    ///   - document: Opens the document; called twice.
    /// - Returns: What the checks showed; not valid is an answer, not an error.
    /// - Throws: ``SigningError`` for a document that is not XML, has no signature, or is beyond the limits; what the
    ///   sources throw.
    public func verify<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws -> XMLSignatureReport {
        var first = try document()
        guard let survey = try DocumentPass.read(&first, survey: true).survey else {
            throw SigningError(.malformed, "the document was not read")
        }
        var room = SignatureSurvey.signatureLimit - survey.signatures.count
        var checks: [SignatureCheckup] = []
        for element in survey.signatures {
            let check = SignatureCheckup(element, countersignatures: room)
            room -= check.countersignatures.count
            checks.append(check)
        }
        guard !checks.isEmpty else {
            throw SigningError(.notSigned, "the document '\(survey.rootName.shown)' has no XML signature")
        }
        var second = try document()
        try DocumentPass.read(
            &second,
            parts: checks.flatMap(\.parts),
            coverages: checks.flatMap(\.coverages)
        )
        var budget = WorkBudget()
        var results: [XMLSignatureResult] = []
        for check in checks { results.append(try check.result(policy, files, within: &budget)) }
        let checked = checks.reduce(0) { $0 + $1.countersignatures.count }
        return XMLSignatureReport(
            signatures: results,
            rootName: survey.rootName,
            innerCount: survey.innerCount - checked
        )
    }
}
