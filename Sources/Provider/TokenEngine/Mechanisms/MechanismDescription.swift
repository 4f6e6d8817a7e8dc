/// What a token tells of a mechanism (`CK_MECHANISM_INFO`).
public struct MechanismDescription: Hashable, Sendable {
    /// The shortest key, in bits; 0 without a key.
    public let minimumKeySize: UInt
    /// The longest key, in bits; 0 without a key.
    public let maximumKeySize: UInt
    /// What it can be used for.
    public let flags: MechanismFlags
}
