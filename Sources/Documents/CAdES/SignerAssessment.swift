public import CMS
public import Validation

/// The outcome for one signer of a message, with what it rests on.
public struct SignerAssessment: Hashable, Sendable {
    /// What checking the octets showed.
    public let signer: SignerReport
    /// The level that the message has for this signer, by what in it counts.
    public let level: CAdESLevel
    /// The outcome after EN 319 102-1.
    public let outcome: ValidationOutcome
    /// The timestamps, in the message's order.
    public let timestamps: [AssessedTimestamp]
    /// The signature policy that the signer names; nil for none.
    public let policy: SignaturePolicy?
    /// What the signer states besides.
    public let statements: SignerStatements
    /// The URLs that were asked for evidence.
    public let contacted: [String]
    /// Why some gave no evidence, one sentence each.
    public let fetchFailures: [String]

    /// Makes an assessment.
    package init(
        signer: SignerReport,
        level: CAdESLevel,
        outcome: ValidationOutcome,
        timestamps: [AssessedTimestamp],
        policy: SignaturePolicy?,
        statements: SignerStatements = SignerStatements(),
        contacted: [String],
        fetchFailures: [String]
    ) {
        self.signer = signer
        self.level = level
        self.outcome = outcome
        self.timestamps = timestamps
        self.policy = policy
        self.statements = statements
        self.contacted = contacted
        self.fetchFailures = fetchFailures
    }

    /// The assessment in a document that is not what was signed, although the signature itself holds.
    ///
    /// - Parameter reason: What is wrong with the document, one clause.
    /// - Returns: The same signer with the outcome TOTAL-FAILED, FORMAT_FAILURE, unless it had failed already.
    package func failed(for reason: String) -> SignerAssessment {
        guard outcome.indication != .totalFailed else { return self }
        return SignerAssessment(
            signer: signer,
            level: level,
            outcome: ValidationOutcome(
                .totalFailed,
                .formatFailure,
                reason: reason,
                facts: outcome.facts,
                bestSignatureTime: outcome.bestSignatureTime
            ),
            timestamps: timestamps,
            policy: policy,
            contacted: contacted,
            fetchFailures: fetchFailures
        )
    }
}
