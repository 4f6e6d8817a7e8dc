import CAdES
import JetonASN1
public import JetonCMS
public import JetonPDF
public import JetonValidation
import JetonX509
import SignatureLevels

/// Judges the signatures of a PDF by the timestamps and the evidence in it.
///
/// The newest document timestamp is judged at the time of the validation, each older one at the time that the next newer
/// valid one proves, and a signature at the oldest time that is proven for it.
///
/// - SeeAlso: ETSI EN 319 142-1; ETSI EN 319 102-1, 5.6.
public struct PAdESValidator: Sendable {
    private let signers: CAdESValidator

    /// Makes a validator.
    ///
    /// - Parameters:
    ///   - policy: Whom to trust, further certificates, the purpose, and the time of the validation.
    ///   - collector: Fetches evidence; nil to use only what the document holds.
    public init(policy: VerificationPolicy, collector: EvidenceCollector? = nil) {
        signers = CAdESValidator(policy: policy, collector: collector)
    }

    /// Gives the outcome of each signature.
    ///
    /// - Parameter document: The document.
    /// - Returns: The outcomes; not valid is an answer, not an error.
    /// - Throws: `PDFError` if the document can't be read.
    public func assess(_ document: PDFDocument) throws(PDFError) -> PAdESReport {
        let report = try PDFVerifier(signers.verifier).verify(document)
        var evidence = DocumentEvidence(try DocumentSecurityStore(of: document))
        var validator = signers
        validator.surroundings = evidence
        let timestamps = timestamps(of: report, document, validator)
        var outcomes: [AssessedPDFSignature] = []
        for (index, signature) in report.signatures.enumerated() {
            if let timestamp = timestamps.first(where: { $0.index == index }) {
                outcomes.append(AssessedPDFSignature(report: signature, assessment: .timestamp(timestamp.assessed)))
                continue
            }
            let covering = timestamps.filter { $0.coveredSize > signature.coveredSize }
            evidence.timestamps = covering.map(\.assessed)
            evidence.isArchived = covering.contains { $0.assessed.isValid && $0.coversEvidence }
            validator.surroundings = evidence
            outcomes.append(AssessedPDFSignature(report: signature, assessment: assess(signature, validator)))
        }
        return PAdESReport(document: report, signatures: outcomes)
    }

    private func assess(
        _ signature: PDFSignatureReport,
        _ validator: CAdESValidator
    ) -> AssessedPDFSignature.Assessment {
        if case .unreadable(let reason) = signature.outcome { return .unreadable(reason) }
        guard let report = signature.report else { return .unreadable("the signature is not a CMS message") }
        // EN 319 142-1, 6.3: one signer.
        let outcomes = validator.assess(report)
        guard let signer = outcomes.first, outcomes.count == 1 else {
            return .unreadable("the signature has \(outcomes.count) signers instead of one")
        }
        if let stated = signature.statement?.statedTime, ClockTolerance.isAhead(stated, of: signers.policy.time) {
            return .signer(
                signer.doubted(for: "the document states that it was signed at \(stated), which is in the future")
            )
        }
        return .signer(signer)
    }

    // MARK: - Document timestamps

    private struct JudgedTimestamp {
        let index: Int
        let coveredSize: UInt64
        let coversEvidence: Bool
        let assessed: AssessedTimestamp
    }

    /// The document timestamps, newest first.
    private func timestamps(
        of report: PDFReport,
        _ document: PDFDocument,
        _ validator: CAdESValidator
    ) -> [JudgedTimestamp] {
        let ordered = report.signatures.enumerated().sorted { $0.element.coveredSize > $1.element.coveredSize }
        var time = validator.policy.time
        var judged: [JudgedTimestamp] = []
        for (index, signature) in ordered {
            guard case .timestamp(let token) = signature.outcome else { continue }
            var assessed = validator.assess(token: token, at: time) { hash in
                var content = PDFRangeSource(document.source, signature.covered)
                return try hash.hash(&content).digest
            }
            // A timestamp of a document that was changed in ways that it does not permit proves nothing of what it is now.
            if assessed.isValid, !signature.permitsChanges {
                let reason = signature.changes.first { !$0.isPermitted }?.detail ?? "the document was changed"
                assessed = assessed.refused(for: reason)
            }
            if assessed.isValid, let stated = assessed.report?.info.time { time = min(time, stated) }
            judged.append(
                JudgedTimestamp(
                    index: index,
                    coveredSize: signature.coveredSize,
                    coversEvidence: document.hasEvidence(within: signature.coveredSize),
                    assessed: assessed
                )
            )
        }
        return judged
    }
}

extension DocumentEvidence {
    /// What a document security store holds.
    init(_ store: DocumentSecurityStore) {
        self.init()
        certificates = store.certificates
        lists = store.lists
        responses = store.responses
    }
}
