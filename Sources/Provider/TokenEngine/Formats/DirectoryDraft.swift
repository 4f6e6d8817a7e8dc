import PIVCard

/// A directory that is being changed, and what of it the card has.
struct DirectoryDraft: Sendable {
    /// The directory as it is to be.
    var directory: TokenDirectory
    private var written: TokenDirectory

    /// Begins with what the card has.
    init(_ directory: TokenDirectory) {
        self.directory = directory
        written = directory
    }

    /// Writes the directory if it differs from what the card has; the management key must have been proved.
    mutating func write(to card: inout ConnectedCard.Card) throws(PIVError) {
        guard directory != written else { return }
        try EngineTokenContents.write(directory, to: &card)
        written = directory
    }
}
