import JetonPIV

extension KeyAlgorithm {
    /// The algorithms whose keys the card has.
    static let onCard = Set<KeyAlgorithm>(
        [.rsa2048, .rsa3072, .rsa4096, .p256, .p384, .ed25519, .x25519] + gostAlgorithms
    )

    /// Reads an identifier; nil for an algorithm whose keys the card does not have.
    init?(onCard identifier: UInt8) {
        self.init(rawValue: identifier)
        guard Self.onCard.contains(self) else { return nil }
    }
}
