package import JetonPCSC

/// What a card may be asked without a login, in a transaction and by an application's name.
package struct CardQuestion: Hashable, Sendable {
    /// What is looked for.
    package enum Kind: Hashable, Sendable {
        /// The PIV and OpenPGP applications, and what they tell everybody.
        case applications
        /// How many tries its PINs have left.
        case counters
        /// Whether a contactless card wants its card access number, or a key from its data page, before all else.
        case travelDocument
    }

    /// The reader.
    package var reader: ReaderName
    /// What is looked for.
    package var kind: Kind

    /// Makes a question.
    package init(_ reader: ReaderName, _ kind: Kind) {
        self.reader = reader
        self.kind = kind
    }
}
