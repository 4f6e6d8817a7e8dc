/// What ``Keychain/repair(_:)`` did.
public struct RepairReport: Sendable, Hashable {
    /// Records of the vault as it is now.
    public let kept: Int
    /// Records that were put back from the previous generation.
    public let restored: Int
    /// Records that could not be saved; their bytes are in `quarantine`.
    public let lost: Int
}
