internal import CCryptoki

/// What a module says of a slot: CK_SLOT_INFO.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 3.2.
public struct SlotInfo: Hashable, Sendable {
    /// The slot's description, up to 64 octets; PC/SC modules put the reader's name here.
    public let slotDescription: FixedText
    /// The manufacturer, up to 32 octets.
    public let manufacturer: FixedText
    /// The flags.
    public let flags: Flags
    /// The slot's hardware version.
    public let hardwareVersion: Version
    /// The slot's firmware version.
    public let firmwareVersion: Version

    /// Bits of CK_SLOT_INFO.flags.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes flags from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// A token is in the slot: `CKF_TOKEN_PRESENT`.
        public static let tokenPresent = Flags(rawValue: 0x1)
        /// Tokens may come and go: `CKF_REMOVABLE_DEVICE`.
        public static let removableDevice = Flags(rawValue: 0x2)
        /// Hardware, not software: `CKF_HW_SLOT`.
        public static let hardwareSlot = Flags(rawValue: 0x4)
    }

    /// The structure's octets as they lie in memory, to be handed to another process on this machine.
    public let octets: [UInt8]

    /// Reads a structure back from ``octets``; nil if the count is not the structure's.
    public init?(octets: [UInt8]) {
        var info = CK_SLOT_INFO()
        guard octets.count == MemoryLayout<CK_SLOT_INFO>.size else { return nil }
        unsafe withUnsafeMutableBytes(of: &info) { unsafe $0.copyBytes(from: octets) }
        self.init(info)
    }

    init(_ info: CK_SLOT_INFO) {
        octets = unsafe withUnsafeBytes(of: info) { unsafe Array($0) }
        slotDescription = fixedText(info.slotDescription)
        manufacturer = fixedText(info.manufacturerID)
        flags = Flags(rawValue: info.flags)
        hardwareVersion = Version(info.hardwareVersion)
        firmwareVersion = Version(info.firmwareVersion)
    }
}
