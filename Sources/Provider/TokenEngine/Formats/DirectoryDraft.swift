import PIVCard

/// A directory that is being changed, and what of it the card has.
struct DirectoryDraft: Sendable {
    /// The directory as it is to be.
    var directory: TokenDirectory
    /// Whether the card takes a directory; false once it has refused its first one.
    private(set) var isKept = true
    private var written: TokenDirectory
    private let needsNames: Bool

    /// Begins with what the card has.
    ///
    /// - Parameters:
    ///   - directory: What the card has.
    ///   - needsNames: Whether labels and identifiers of keys are what the change is for. Otherwise a card that takes no
    ///     objects but those of PIV, as CanoKey, shows its keys under the fixed names of their places.
    init(_ directory: TokenDirectory, needsNames: Bool) {
        self.directory = directory
        self.needsNames = needsNames
        written = directory
    }

    /// Writes the directory if it differs from what the card has; the management key must have been proved.
    mutating func write(to card: inout ConnectedCard.Card) throws(PIVError) {
        guard isKept, directory != written else { return }
        do throws(PIVError) {
            try EngineTokenContents.write(directory, to: &card)
        } catch {
            guard !needsNames, written == TokenDirectory(), hasNamesOnly, error.isRefusedObject else { throw error }
            isKept = false
            return
        }
        written = directory
    }

    /// Whether nothing but what is known of keys is in the directory.
    private var hasNamesOnly: Bool {
        var names = TokenDirectory()
        names.keys = directory.keys
        return directory == names
    }
}

extension PIVError {
    /// Whether the card has no place for a data object, as opposed to no room or no permission.
    var isRefusedObject: Bool { [.notFound, .unsupported, .inputMalformed].contains(code) }
}
