/// What came of a check.
public enum CheckOutcome: Sendable {
    /// It looked, and all is well.
    case passed
    /// There is nothing here that it is about.
    case irrelevant
    /// It found something: one finding, or one for each thing concerned.
    case found([Sighting])
    /// It could not look; the reason, and what would allow it.
    case unknown(ReportText)

    /// One finding with the page's severity of a failure, proven.
    public static func found(
        _ summary: ReportText,
        _ evidence: [Evidence] = [],
        severity: Severity = .failure,
        confidence: Confidence = .proven,
        about subjects: [Subject] = [],
        remedies: [Remedy]? = nil
    ) -> CheckOutcome {
        .found([
            Sighting(
                summary,
                evidence,
                severity: severity,
                confidence: confidence,
                about: subjects,
                remedies: remedies
            )
        ])
    }

    /// The findings, or that all is well if there is none.
    public static func foundOrPassed(_ sightings: [Sighting]) -> CheckOutcome {
        sightings.isEmpty ? .passed : .found(sightings)
    }
}
