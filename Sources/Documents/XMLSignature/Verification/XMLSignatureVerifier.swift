public import JetonASN1
public import JetonCMS
import JetonX509

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
    /// - Throws: ``DocumentError`` for a document that is not XML, has no signature, or is beyond the limits; what the
    ///   sources throw.
    public func verify<Document: ByteSource & ~Copyable>(
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws -> XMLSignatureReport {
        let (foreseen, size) = try SignatureForesight.signatures(document())
        func begin(_ signatures: [XMLElement]) -> (checks: [SignatureCheckup], budget: CanonicalBudget) {
            let budget = CanonicalBudget(documentSize: size)
            return (checks(signatures, budget), budget)
        }
        func read(_ work: (checks: [SignatureCheckup], budget: CanonicalBudget)) throws -> SignatureSurvey? {
            var source = try document()
            let (parts, coverages) = (work.checks.flatMap(\.parts), work.checks.flatMap(\.coverages))
            return try DocumentPass.read(
                &source,
                survey: true,
                parts: parts,
                coverages: coverages,
                budget: work.budget
            ).survey
        }
        var work = begin(foreseen)
        var found: SignatureSurvey?
        do {
            found = try read(work)
        } catch let error as DocumentError {
            // What is foreseen may ask for the canonical form of something that has none.
            guard !foreseen.isEmpty else { throw error }
            work = begin([])
            found = try read(work)
        }
        guard let survey = found else { throw DocumentError(.malformed, "the document was not read") }
        guard !survey.signatures.isEmpty else {
            throw DocumentError(.notSigned, "the document '\(survey.rootName.shown)' has no XML signature")
        }
        if survey.signatures.count != work.checks.count || !areSame(survey.signatures, foreseen) {
            work = begin(survey.signatures)
            // What is digested now must be signed by the signatures that were found before.
            guard let second = try read(work), areSame(second.signatures, survey.signatures) else {
                throw DocumentError(.contentChanged, "the document changed while it was being read")
            }
        }
        var budget = WorkBudget()
        var results: [XMLSignatureResult] = []
        let readings = FileReadings(files)
        for check in work.checks { results.append(try check.result(policy, readings, within: &budget)) }
        return XMLSignatureReport(
            signatures: results,
            survey: survey,
            checkedInside: work.checks.reduce(0) { $0 + $1.countersignatures.count },
            documentSize: size
        )
    }

    /// Whether two readings found the same signatures at the same places.
    private func areSame(_ found: [XMLElement], _ others: [XMLElement]) -> Bool {
        found.count == others.count
            && zip(found, others).allSatisfy { $0.isSame(as: $1) && $0.hasSamePrefixes(as: $1) }
    }

    /// Begins the checks of signatures, and of the countersignatures in them.
    private func checks(_ signatures: [XMLElement], _ budget: CanonicalBudget) -> [SignatureCheckup] {
        var room = SignatureSurvey.signatureLimit - signatures.count
        return signatures.map { element in
            let check = SignatureCheckup(element, countersignatures: room, budget: budget)
            room -= check.countersignatures.count
            return check
        }
    }
}
