/// What a slot tells of itself (`CK_SLOT_INFO`).
public struct SlotDescription: Hashable, Sendable {
    /// The reader's or card's name; at most 64 bytes of it are shown.
    public let name: String
    /// Its manufacturer; at most 32 bytes of it are shown.
    public let manufacturer: String
    /// Whether a token is there.
    public let hasToken: Bool
    /// Whether it is a device.
    public let isHardware: Bool
}
