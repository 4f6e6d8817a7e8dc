/// What a key object stands for.
enum KeyMaterial: Hashable, Sendable {
    /// A private key on the card.
    case card(CardKey)
    /// A public key.
    case publicKey(PublicKeyValue)
    /// The octets of a session's secret key.
    case secret([UInt8])
}
