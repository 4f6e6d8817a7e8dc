import JetonKeystore
import JetonKeystoreBase

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

    /// Counts what became of an item.
    mutating func count(_ outcome: IncomingItem.Outcome, of item: SyncKey) {
        switch outcome {
        case .added: added += 1
        case .replaced: replaced += 1
        case .kept: kept += 1
        case .unchanged: unchanged += 1
        case .refused(let error): refused.append(Refusal(item: item, reason: error.description))
        }
    }
}
