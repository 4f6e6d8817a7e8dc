/// What the other end has to answer next to prove that it has the management key.
enum ManagementProof: Sendable {
    /// The decrypted witness, and a challenge for the card (mutual authentication).
    case witness([UInt8])
    /// The encrypted challenge (external authentication).
    case response([UInt8])
}
