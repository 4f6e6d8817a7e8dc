import JetonOctets

/// An open item: it keeps the item's own key, and works until it goes, whatever happens to the store.
///
/// May be moved between threads. The key is wiped when the handle goes.
public struct ItemHandle: ~Copyable, Sendable {
    /// The item as it was when it was opened.
    public let item: Item
    private let match: Match
    private let key: SharedSecret?

    init(_ match: Match, key: SharedSecret?) {
        self.match = match
        self.key = key
        item = match.item
    }

    /// Lends the secret.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if the record is damaged; and what the closure throws.
    public borrowing func withSecret<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
        let none: [UInt8] = []
        guard let key else { return try body(none.span) }
        let opened = key.secret.withBytes { match.openSecret(itemKey: $0) }
        guard let secret = opened else { throw Keychain.notFound }
        return try secret.withBytes { (octets) throws in try body(octets) }
    }
}
