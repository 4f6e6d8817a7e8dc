/// All that is said of a check outside a run: its name, its place, its words for people.
///
/// The page docs/checks/ID.md is made from it.
public struct CheckPage: Sendable {
    /// The check's name.
    public let id: CheckID
    /// Its layer.
    public let layer: Layer
    /// What is wrong if it finds something: a clause without a full stop.
    public let title: String
    /// What people see, as messages and codes of the programs they use; Markdown.
    public let symptom: String
    /// Why it comes to that; Markdown.
    public let cause: String
    /// What the check looks at, and what it takes as proof; Markdown.
    public let detection: String
    /// What must work for the check to have anything to look at.
    public let needs: [Capability]
    /// Checks whose finding, if there is one, is the cause of this one's.
    public let causes: [CheckID]
    /// What to do, the least invasive first.
    public let remedies: [Remedy]
    /// Whether no card, reader or service has to do with it: a token in software, or the way to all modules.
    public let isWithoutCards: Bool

    /// Makes a page.
    public init(
        id: CheckID,
        layer: Layer,
        title: String,
        symptom: String,
        cause: String,
        detection: String,
        needs: [Capability] = [],
        causes: [CheckID] = [],
        remedies: [Remedy],
        isWithoutCards: Bool = false
    ) {
        self.id = id
        self.layer = layer
        self.title = title
        self.symptom = symptom
        self.cause = cause
        self.detection = detection
        self.needs = needs
        self.causes = causes
        self.remedies = remedies.harmless
        self.isWithoutCards = isWithoutCards
    }
}
