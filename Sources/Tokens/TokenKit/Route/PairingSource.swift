/// Tells which tokens programs of this user are paired with; `jeton` reads them from the keystore and its index.
///
/// Asked each time a PIN is about to be sent, from the thread that sends it.
public protocol PairingSource: Sendable {
    /// The paired tokens, as far as can be told without unlocking anything.
    func pairings() -> KnownPairings
}

/// The paired tokens, and whether one may be missing.
public struct KnownPairings: Sendable {
    /// The tokens.
    public let tokens: [PairedToken]
    /// Why a paired token may be missing, as one sentence without a full stop; nil if the record is whole.
    public let damage: String?

    /// Describes what is known.
    public init(_ tokens: [PairedToken], damage: String? = nil) {
        self.tokens = tokens
        self.damage = damage
    }
}
