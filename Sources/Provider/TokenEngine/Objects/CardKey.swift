import PIVCard

/// A private key on the card.
struct CardKey: Hashable, Sendable {
    let slot: KeySlot
    let algorithm: KeyAlgorithm
    let publicKey: PublicKeyValue
    /// Whether it wants the PIN each time.
    let isAlwaysAuthenticated: Bool
    /// Whether it may ask for a touch of the token, so that no one is to be asked twice.
    var asksForTouch = false
    /// When it asks for a touch; nil where the card does not tell.
    var touchPolicy: KeyPolicy?
    /// Whether it works without the PIN.
    let isPublic: Bool
    let usage: CardKeyUsage
}
