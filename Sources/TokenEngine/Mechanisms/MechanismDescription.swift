/// What a token tells of a mechanism (`CK_MECHANISM_INFO`).
public struct MechanismDescription: Hashable, Sendable {
    /// What a mechanism can be used for; the numbers of PKCS #11 (`CKF_...`).
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes flags from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The card does it.
        public static let hardware = Flags(rawValue: 0x1)
        /// C_EncryptInit.
        public static let encrypt = Flags(rawValue: 0x100)
        /// C_DecryptInit.
        public static let decrypt = Flags(rawValue: 0x200)
        /// C_DigestInit.
        public static let digest = Flags(rawValue: 0x400)
        /// C_SignInit.
        public static let sign = Flags(rawValue: 0x800)
        /// C_VerifyInit.
        public static let verify = Flags(rawValue: 0x2000)
        /// C_GenerateKeyPair.
        public static let generateKeyPair = Flags(rawValue: 0x10000)
        /// C_DeriveKey.
        public static let derive = Flags(rawValue: 0x80000)
        /// Curves over prime fields, named by object identifiers, points uncompressed.
        public static let curve = Flags(rawValue: 0x100000 | 0x800000 | 0x1000000)
    }

    /// The shortest key, in bits; 0 without a key.
    public let minimumKeySize: UInt
    /// The longest key, in bits; 0 without a key.
    public let maximumKeySize: UInt
    /// What it can be used for.
    public let flags: Flags
}
