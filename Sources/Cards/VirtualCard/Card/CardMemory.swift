import SmartCard

/// What the card remembers; a change is on the disk before any command sees it.
struct CardMemory {
    /// Where contents go; nil for a card that lives in memory only.
    private let store: ImageStore?

    /// What the card remembers now.
    private(set) var contents: CardContents

    init(_ contents: CardContents, store: ImageStore?) {
        self.contents = contents
        self.store = store
    }

    /// Reads what other programs have changed, without the right to change anything.
    mutating func refresh() throws(VirtualCardError) {
        if let changed = try store?.refresh() { contents = changed }
    }

    /// Takes the lock of the image and reads what other programs have changed.
    mutating func begin() throws(VirtualCardError) {
        if let changed = try store?.begin() { contents = changed }
    }

    /// Gives the lock back.
    func end() { store?.end() }

    /// Changes the contents, all of them or none.
    ///
    /// - Throws: What `change` throws, or 6581 if the contents can't be saved, as outside of ``begin()`` and ``end()``;
    ///   they stay as they were then.
    mutating func update(_ change: (inout CardContents) throws(Refusal) -> Void) throws(Refusal) {
        var changed = contents
        try change(&changed)
        do throws(VirtualCardError) { try store?.save(changed) } catch { throw Refusal(.memoryFailure) }
        contents = changed
    }
}
