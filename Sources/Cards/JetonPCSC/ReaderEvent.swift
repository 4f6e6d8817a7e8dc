/// Something that happened to the service, a reader or a card.
public enum ReaderEvent: Hashable, Sendable {
    /// The service answers; the readers that it has follow.
    case serviceAvailable
    /// The service is gone, for the reason given; its readers were reported as removed before.
    case serviceUnavailable(PCSCError)
    /// A reader was added; a card in it is reported next.
    case readerAdded(ReaderState)
    /// A reader was removed; a card in it was reported before.
    case readerRemoved(ReaderName)
    /// A card was inserted.
    case cardInserted(ReaderState)
    /// A card was removed.
    case cardRemoved(ReaderState)
    /// The flags changed otherwise: in use, held exclusively, mute, unavailable.
    ///
    /// pcsc-lite wakes no waiting program when another begins to use a card, only when the last one stops: a change
    /// to "in use" is reported with the next other change.
    case stateChanged(ReaderState)
}
