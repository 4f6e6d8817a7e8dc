/// What a token tells of itself (`CK_TOKEN_INFO`).
public struct TokenDescription: Hashable, Sendable {
    /// The label; at most 32 bytes of it are shown.
    public let label: String
    /// Who made the card.
    public let manufacturer: String
    /// The card's kind.
    public let model: String
    /// The serial number, hexadecimal.
    public let serialNumber: String
    /// The state.
    public let flags: TokenFlags
    /// Open sessions of this program.
    public let sessionCount: Int
    /// Those that may write.
    public let readWriteSessionCount: Int
    /// The firmware's version: major and minor.
    public let firmwareVersion: [UInt8]
}
