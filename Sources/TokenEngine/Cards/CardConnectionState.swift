/// What came of connecting to a card.
enum CardConnectionState: Sendable {
    /// The card answers.
    case ready(CardConnection)
    /// The card speaks only through a secure channel that has not been set up: it can be described and paired, and
    /// no session be opened on it.
    case unpaired(CardConnection)
}
