internal import VirtualCard

/// A virtual card of this user by its name.
struct CardFile {
    let name: String
    let path: String

    /// Where the card is.
    var place: Place {
        if !SoftwareCard.isInserted(at: path) { return .ejected }
        return SoftwareCard.isInReader(at: path) ? .inReader : .inserted
    }

    /// Where a card may be.
    enum Place: String {
        /// In a slot of the provider.
        case inserted
        /// In a reader of pcscd, by `jeton virtual serve`.
        case inReader
        /// In no slot and no reader.
        case ejected
    }
}
