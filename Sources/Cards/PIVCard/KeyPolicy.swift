/// When a key asks for the PIN, or for a touch of the token.
///
/// - SeeAlso: Yubico PIV extensions.
public struct KeyPolicy: RawRepresentable, Hashable, Sendable {
    /// The number in commands.
    public let rawValue: UInt8

    /// Makes a policy from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What the slot has by itself.
    public static let standard = KeyPolicy(rawValue: 0x00)
    /// At no time.
    public static let never = KeyPolicy(rawValue: 0x01)
    /// The PIN once a session; as a touch policy, 02 means always.
    public static let once = KeyPolicy(rawValue: 0x02)
    /// The PIN before each use; as a touch policy, 03 means once in 15 seconds.
    public static let always = KeyPolicy(rawValue: 0x03)
}
