import Synchronization

/// A store that lasts as long as this value: for tests, and for cards that do.
public final class PairingMemory: PairingStore {
    private let pairing: Mutex<CardPairing?>

    /// Makes a store.
    public init(_ pairing: CardPairing? = nil) { self.pairing = Mutex(pairing) }

    /// What was saved last.
    public func load() -> CardPairing? { pairing.withLock { $0 } }

    /// Changes what is saved.
    public func update(_ change: (inout CardPairing?) -> Void) { pairing.withLock { change(&$0) } }
}
