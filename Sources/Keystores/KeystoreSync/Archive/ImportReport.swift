/// What ``Keychain/importItems(_:openedBy:replacing:)`` did.
public struct ImportReport: Sendable, Hashable {
    /// An item that was not taken.
    public struct Refusal: Sendable, Hashable {
        /// Group, service and account.
        public let item: SyncKey
        /// Why, as one clause without a secret.
        public let reason: String
    }

    /// Items that were not there before.
    public internal(set) var added = 0
    /// Items that were there and are now as in the file.
    public internal(set) var replaced = 0
    /// Items that were there, differ from the file, and are newer.
    public internal(set) var kept = 0
    /// Items that are the same in both.
    public internal(set) var unchanged = 0
    /// Items that were not taken.
    public internal(set) var refused: [Refusal] = []

    init() {}
}
