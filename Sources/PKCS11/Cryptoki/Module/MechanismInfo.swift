internal import CCryptoki

/// What a token can do with a mechanism: CK_MECHANISM_INFO.
public struct MechanismInfo: Hashable, Sendable {
    /// The smallest key; bits or octets, as the mechanism defines.
    public let minimumKeySize: UInt
    /// The largest key; bits or octets, as the mechanism defines.
    public let maximumKeySize: UInt
    /// The flags.
    public let flags: MechanismFlags

    init(_ info: CK_MECHANISM_INFO) {
        minimumKeySize = info.ulMinKeySize
        maximumKeySize = info.ulMaxKeySize
        flags = MechanismFlags(rawValue: info.flags)
    }
}
