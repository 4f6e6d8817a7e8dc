internal import CCryptoki

/// What a module says of a token: CK_TOKEN_INFO.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 3.2.
public struct TokenInfo: Hashable, Sendable {
    /// The label given when the token was initialized, up to 32 octets.
    public let label: FixedText
    /// The manufacturer, up to 32 octets.
    public let manufacturer: FixedText
    /// The model, up to 16 octets.
    public let model: FixedText
    /// The serial number, up to 16 octets; text, whose base is the vendor's choice.
    public let serialNumber: FixedText
    /// The flags.
    public let flags: TokenFlags
    /// The most sessions one application may have open.
    public let maximumSessions: Count
    /// The sessions this application has open.
    public let openSessions: Count
    /// The most read/write sessions one application may have open.
    public let maximumReadWriteSessions: Count
    /// The read/write sessions this application has open.
    public let openReadWriteSessions: Count
    /// The longest PIN, in octets.
    public let maximumPINLength: Count
    /// The shortest PIN, in octets.
    public let minimumPINLength: Count
    /// Memory for public objects, in octets.
    public let totalPublicMemory: Count
    /// Memory left for public objects, in octets.
    public let freePublicMemory: Count
    /// Memory for private objects, in octets.
    public let totalPrivateMemory: Count
    /// Memory left for private objects, in octets.
    public let freePrivateMemory: Count
    /// The token's hardware version.
    public let hardwareVersion: Version
    /// The token's firmware version.
    public let firmwareVersion: Version
    /// The token's time as `YYYYMMDDhhmmssxx`, if it has a clock.
    public let utcTime: FixedText

    /// The structure's octets as they lie in memory, to be handed to another process on this machine.
    public let octets: [UInt8]

    /// Reads a structure back from ``octets``; nil if the count is not the structure's.
    public init?(octets: [UInt8]) {
        var info = CK_TOKEN_INFO()
        guard octets.count == MemoryLayout<CK_TOKEN_INFO>.size else { return nil }
        unsafe withUnsafeMutableBytes(of: &info) { unsafe $0.copyBytes(from: octets) }
        self.init(info)
    }

    init(_ info: CK_TOKEN_INFO) {
        octets = unsafe withUnsafeBytes(of: info) { unsafe Array($0) }
        label = fixedText(info.label)
        manufacturer = fixedText(info.manufacturerID)
        model = fixedText(info.model)
        serialNumber = fixedText(info.serialNumber)
        flags = TokenFlags(rawValue: info.flags)
        maximumSessions = Count(info.ulMaxSessionCount, zeroIsUnlimited: true)
        openSessions = Count(info.ulSessionCount)
        maximumReadWriteSessions = Count(info.ulMaxRwSessionCount, zeroIsUnlimited: true)
        openReadWriteSessions = Count(info.ulRwSessionCount)
        maximumPINLength = Count(info.ulMaxPinLen)
        minimumPINLength = Count(info.ulMinPinLen)
        totalPublicMemory = Count(info.ulTotalPublicMemory)
        freePublicMemory = Count(info.ulFreePublicMemory)
        totalPrivateMemory = Count(info.ulTotalPrivateMemory)
        freePrivateMemory = Count(info.ulFreePrivateMemory)
        hardwareVersion = Version(info.hardwareVersion)
        firmwareVersion = Version(info.firmwareVersion)
        utcTime = fixedText(info.utcTime)
    }
}
