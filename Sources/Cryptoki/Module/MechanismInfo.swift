internal import CCryptoki

/// What a token can do with a mechanism: CK_MECHANISM_INFO.
public struct MechanismInfo: Hashable, Sendable {
    /// The smallest key; bits or octets, as the mechanism defines.
    public let minimumKeySize: UInt
    /// The largest key; bits or octets, as the mechanism defines.
    public let maximumKeySize: UInt
    /// The flags.
    public let flags: Flags

    /// Bits of CK_MECHANISM_INFO.flags.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes flags from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// `CKF_HW`: done by the device.
        public static let hardware = Flags(rawValue: 0x1)
        /// `CKF_ENCRYPT`.
        public static let encrypt = Flags(rawValue: 0x100)
        /// `CKF_DECRYPT`.
        public static let decrypt = Flags(rawValue: 0x200)
        /// `CKF_DIGEST`.
        public static let digest = Flags(rawValue: 0x400)
        /// `CKF_SIGN`.
        public static let sign = Flags(rawValue: 0x800)
        /// `CKF_VERIFY`.
        public static let verify = Flags(rawValue: 0x2000)
        /// `CKF_GENERATE`.
        public static let generate = Flags(rawValue: 0x8000)
        /// `CKF_GENERATE_KEY_PAIR`.
        public static let generateKeyPair = Flags(rawValue: 0x1_0000)
        /// `CKF_WRAP`.
        public static let wrap = Flags(rawValue: 0x2_0000)
        /// `CKF_UNWRAP`.
        public static let unwrap = Flags(rawValue: 0x4_0000)
        /// `CKF_DERIVE`.
        public static let derive = Flags(rawValue: 0x8_0000)
    }

    init(_ info: CK_MECHANISM_INFO) {
        minimumKeySize = info.ulMinKeySize
        maximumKeySize = info.ulMaxKeySize
        flags = Flags(rawValue: info.flags)
    }
}
