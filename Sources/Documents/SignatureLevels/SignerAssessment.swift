public import JetonCMS
public import JetonValidation

/// The outcome for one signer of a message, with what it rests on.
public struct SignerAssessment: Hashable, Sendable {
    /// What checking the octets showed.
    public let signer: SignerReport
    /// The level that the message has for this signer, by what in it counts.
    public let level: SignatureLevel
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
        level: SignatureLevel,
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
        return with(.totalFailed, .formatFailure, reason)
    }

    /// The assessment of a signature that passed, and that something in the document contradicts.
    ///
    /// - Parameter reason: What contradicts it, one clause.
    /// - Returns: The same signer with the outcome INDETERMINATE, SIG_CONSTRAINTS_FAILURE, unless it had not passed.
    package func doubted(for reason: String) -> SignerAssessment {
        guard outcome.indication == .totalPassed else { return self }
        return with(.indeterminate, .constraintsFailure, reason)
    }

    private func with(
        _ indication: ValidationOutcome.Indication,
        _ cause: ValidationOutcome.SubIndication,
        _ reason: String
    ) -> SignerAssessment {
        SignerAssessment(
            signer: signer,
            level: level,
            outcome: ValidationOutcome(
                indication,
                cause,
                reason: reason,
                facts: outcome.facts,
                openRevocations: outcome.openRevocations,
                bestSignatureTime: outcome.bestSignatureTime
            ),
            timestamps: timestamps,
            policy: policy,
            statements: statements,
            contacted: contacted,
            fetchFailures: fetchFailures
        )
    }
}
