/// What came of connecting to a card.
enum CardConnectionState: Sendable {
    /// The card answers.
    case ready(CardConnection)
    /// The card speaks only through a secure channel, which this program can't use.
    case unpaired(UnpairedCard)
}
