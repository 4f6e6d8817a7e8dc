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
}
