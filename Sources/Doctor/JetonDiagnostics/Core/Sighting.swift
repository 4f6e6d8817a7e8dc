/// What a check saw in one place; the runner makes a ``Finding`` of it.
public struct Sighting: Sendable {
    /// One sentence without a full stop: what is wrong, with the names concerned.
    public var summary: ReportText
    /// What was read, as it was read.
    public var evidence: [Evidence]
    /// How bad it is.
    public var severity: Severity
    /// How sure it is.
    public var confidence: Confidence
    /// What it is about; what else goes wrong there counts as explained.
    public var subjects: [Subject]
    /// Further checks whose finding would be the cause of just this one.
    public var causes: [CheckID] = []
    /// What to do, if that differs from the check's page.
    public var remedies: [Remedy]?

    /// Makes a sighting.
    public init(
        _ summary: ReportText,
        _ evidence: [Evidence] = [],
        severity: Severity = .failure,
        confidence: Confidence = .proven,
        about subjects: [Subject] = [],
        remedies: [Remedy]? = nil
    ) {
        self.summary = summary
        self.evidence = evidence
        self.severity = severity
        self.confidence = confidence
        self.subjects = subjects
        self.remedies = remedies
    }
}
