/// Something that is wrong, or worth knowing, with its proof and what to do.
public struct Finding: Sendable {
    /// The name of the check, or ``CheckID/notExplained``.
    public let id: CheckID
    /// The layer that it belongs to.
    public let layer: Layer
    /// How bad it is.
    public internal(set) var severity: Severity
    /// How sure it is.
    public internal(set) var confidence: Confidence
    /// One sentence without a full stop.
    public let summary: ReportText
    /// What was read.
    public internal(set) var evidence: [Evidence]
    /// What to do, the least invasive first; none that takes something from anyone without two witnesses.
    public internal(set) var remedies: [Remedy] { didSet { remedies = remedies.harmless } }
    /// What it is about.
    public let subjects: [Subject]
    /// Whether no card, reader or service has to do with it.
    let isWithoutCards: Bool
    /// Further checks whose finding would be the cause of just this one.
    let causes: [CheckID]
    /// What it was shown to follow from; outweighs ``causes``.
    var cause: CheckID?
    /// The finding that this one follows from, if one was found.
    public internal(set) var followsFrom: CheckID?

    /// Makes a finding of what a check saw.
    ///
    /// - Parameters:
    ///   - sighting: What the check saw.
    ///   - page: The check's page.
    ///   - reader: The reader of the token that it is about, whose name stands for READER in the commands.
    init(_ sighting: Sighting, of page: CheckPage, reader: String? = nil) {
        id = page.id
        layer = page.layer
        severity = sighting.severity
        confidence = sighting.confidence
        summary = sighting.summary
        evidence = sighting.evidence
        let remedies = sighting.remedies ?? page.remedies
        self.remedies = (reader.map { reader in remedies.map { $0.naming(reader: reader) } } ?? remedies).harmless
        subjects = sighting.subjects
        isWithoutCards = page.isWithoutCards
        causes = sighting.causes
    }
}
