import JetonOctets

/// A slot of the keybag as it is shown to people.
public struct SlotInformation: Sendable, Hashable {
    /// The slot's identifier: 32 hexadecimal digits.
    public let identifier: String
    /// What opens the slot.
    public let kind: SlotKind
    /// The PKCS #11 URI of the key that opens the slot; nil if it is not a key on a token.
    public let tokenURI: String?

    init(_ slot: KeybagSlot) {
        identifier = Hex.encode(slot.identifier)
        kind = slot.kind
        tokenURI = slot.tokenURI
    }
}
