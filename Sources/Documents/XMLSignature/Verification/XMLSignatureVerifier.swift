public import ASN1
public import CMS
import X509

/// Checks the signatures of XML documents of any size, in constant memory.
///
/// The document is read as XML once, to find the signatures and to digest what they refer to, where the end of the
/// document shows what they will be; otherwise a second time to digest. Of the signatures inside of others,
/// countersignatures are checked, up to 64 signatures in all.
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
    ///   - document: Opens the document; called up to four times.
    /// - Returns: What the checks showed; not valid is an answer, not an error.
    /// - Throws: ``SigningError`` for a document that is not XML, has no signature, or is beyond the limits; what the
    ///   sources throw.
    public func verify<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws -> XMLSignatureReport {
        func read(_ checks: [SignatureCheckup], survey: Bool = true) throws -> SignatureSurvey? {
            var source = try document()
            let (parts, coverages) = (checks.flatMap(\.parts), checks.flatMap(\.coverages))
            return try DocumentPass.read(&source, survey: survey, parts: parts, coverages: coverages).survey
        }
        let foreseen = try SignatureForesight.signatures(document())
        var checks = checks(foreseen)
        var found: SignatureSurvey?
        do {
            found = try read(checks)
        } catch let error as SigningError {
            // What is foreseen may ask for the canonical form of something that has none.
            guard !foreseen.isEmpty else { throw error }
            (found, checks) = (try read([]), [])
        }
        guard let survey = found else { throw SigningError(.malformed, "the document was not read") }
        guard !survey.signatures.isEmpty else {
            throw SigningError(.notSigned, "the document '\(survey.rootName.shown)' has no XML signature")
        }
        if survey.signatures.count != checks.count
            || !zip(survey.signatures, foreseen).allSatisfy({ $0.isSame(as: $1) && $0.hasSamePrefixes(as: $1) })
        {
            checks = self.checks(survey.signatures)
            _ = try read(checks, survey: false)
        }
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

    /// Begins the checks of signatures, and of the countersignatures in them.
    private func checks(_ signatures: [XMLElement]) -> [SignatureCheckup] {
        var room = SignatureSurvey.signatureLimit - signatures.count
        return signatures.map { element in
            let check = SignatureCheckup(element, countersignatures: room)
            room -= check.countersignatures.count
            return check
        }
    }
}
