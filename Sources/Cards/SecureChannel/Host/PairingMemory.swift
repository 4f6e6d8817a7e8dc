import Synchronization

/// A store that lasts as long as this value: for tests, and for cards that do.
public final class PairingMemory: PairingStore {
    private let pairing: Mutex<CardPairing?>
    private let writers = Mutex<Void>(())

    /// Makes a store.
    public init(_ pairing: CardPairing? = nil) { self.pairing = Mutex(pairing) }

    /// What was saved last.
    public func load() -> CardPairing? { pairing.withLock { $0 } }

    /// Changes what is saved; it can be loaded meanwhile.
    public func update<Result, Failure: Error>(
        _ change: (inout CardPairing?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try writers.withLock { (_) throws(Failure) in
            var changed = load()
            let result = try change(&changed)
            pairing.withLock { $0 = changed }
            return result
        }
    }
}
