public import JetonASN1
public import JetonCMS
public import JetonValidation
import JetonX509
public import SignatureLevels
public import XMLSignature

/// Judges the signatures of an XML document by their timestamps and by evidence about revocation.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1; ETSI EN 319 102-1 V1.3.1, 5.5 and 5.6.
public struct XAdESValidator: Sendable {
    /// Whom to trust, further certificates, the purpose, and the time of the validation.
    public let policy: VerificationPolicy
    /// Fetches evidence; nil to use only what the document holds.
    public let collector: EvidenceCollector?

    /// Makes a validator.
    public init(policy: VerificationPolicy, collector: EvidenceCollector? = nil) {
        self.policy = policy
        self.collector = collector
    }

    /// Checks the signatures of documents.
    public var verifier: XMLSignatureVerifier { XMLSignatureVerifier(policy) }

    /// Gives the outcome of each signature, in the document's order.
    ///
    /// - Parameters:
    ///   - report: What ``verifier`` showed.
    ///   - files: What references outside of the document may lead to.
    ///   - document: Opens the document.
    /// - Returns: An outcome for each signature of the report.
    /// - Throws: What the sources throw.
    public func assess<Document: ByteSource & ~Copyable>(
        _ report: XMLSignatureReport,
        files: some ReferencedFiles = NoReferencedFiles(),
        rereading document: () throws -> Document
    ) throws -> [SignerAssessment] {
        var assessments: [SignerAssessment] = []
        let budget = CanonicalBudget(documentSize: report.documentSize)
        for result in report.signatures {
            guard let signature = result.parsed else {
                let outcome = SignatureValidator(policy: policy).outcome(of: result.signer, certificates: [])
                assessments.append(
                    SignerAssessment(
                        signer: result.signer,
                        level: .b,
                        outcome: outcome,
                        timestamps: [],
                        policy: nil,
                        contacted: [],
                        fetchFailures: []
                    )
                )
                continue
            }
            let properties = PropertiesCheck(signature, result.references.map(\.range))
            let unsigned = UnsignedProperties(properties)
            let digests = try digests(unsigned, signature, files, budget, document)
            var assessment = SignatureAssessment(
                validator: self,
                properties: properties,
                unsigned: unsigned,
                digests: digests
            )
            assessments.append(assessment.run(result))
        }
        return assessments
    }

    /// What each timestamp must be over; nil for one whose hash is not known, or whose parts are not at hand.
    private func digests<Document: ByteSource & ~Copyable>(
        _ unsigned: UnsignedProperties,
        _ signature: ParsedSignature,
        _ files: some ReferencedFiles,
        _ budget: CanonicalBudget,
        _ document: () throws -> Document
    ) throws -> [MessageImprint?] {
        var places: [Int] = []
        var questions: [TimestampImprints.Question] = []
        for (index, timestamp) in unsigned.timestamps.enumerated() {
            guard let hash = (try? TimestampVerifier().verify(token: timestamp.token))?.info.imprint?.hash else {
                continue
            }
            places.append(index)
            let kind: TimestampImprints.Question.Kind =
                timestamp.kind == .content
                ? .content(timestamp.included)
                : timestamp.kind == .signature
                    ? .signature : .archive(covered: timestamp.place, further: [], isOld: timestamp.isOld)
            questions.append(.init(kind: kind, method: timestamp.method, hash: hash))
        }
        var imprints = [MessageImprint?](repeating: nil, count: unsigned.timestamps.count)
        do {
            let digests = try TimestampImprints.digests(
                questions,
                signature,
                unsigned.elements,
                files: files,
                budget: budget,
                rereading: document
            )
            for (place, (question, digest)) in zip(places, zip(questions, digests)) {
                imprints[place] = try MessageImprint(hash: question.hash, digest: digest)
            }
        } catch is DocumentError {
            // A reference that is not supported: what the timestamps over it prove is not known.
            return imprints
        }
        return imprints
    }
}
