/// What a token tells of itself (`CK_TOKEN_INFO`).
public struct TokenDescription: Hashable, Sendable {
    /// The token's state; the numbers of PKCS #11 (`CKF_...`).
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes flags from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// There is a random number generator.
        public static let random = Flags(rawValue: 0x1)
        /// Private objects want a login.
        public static let loginRequired = Flags(rawValue: 0x4)
        /// The user's PIN has been set.
        public static let userPINInitialised = Flags(rawValue: 0x8)
        /// The PIN is typed at the reader.
        public static let protectedAuthenticationPath = Flags(rawValue: 0x100)
        /// The token has been initialised.
        public static let tokenInitialised = Flags(rawValue: 0x400)
        /// A wrong user's PIN was given since the last right one.
        public static let userPINCountLow = Flags(rawValue: 0x10000)
        /// One more wrong user's PIN locks it.
        public static let userPINFinalTry = Flags(rawValue: 0x20000)
        /// The user's PIN is locked.
        public static let userPINLocked = Flags(rawValue: 0x40000)
        /// The user's PIN is the one from the factory.
        public static let userPINToBeChanged = Flags(rawValue: 0x80000)
        /// The same of the security officer's PIN.
        public static let securityOfficerPINCountLow = Flags(rawValue: 0x100000)
        /// The same of the security officer's PIN.
        public static let securityOfficerPINFinalTry = Flags(rawValue: 0x200000)
        /// The same of the security officer's PIN.
        public static let securityOfficerPINLocked = Flags(rawValue: 0x400000)
        /// The same of the security officer's PIN.
        public static let securityOfficerPINToBeChanged = Flags(rawValue: 0x800000)
    }

    /// The label; at most 32 bytes of it are shown.
    public let label: String
    /// Who made the card.
    public let manufacturer: String
    /// The card's kind.
    public let model: String
    /// The serial number, hexadecimal.
    public let serialNumber: String
    /// The state.
    public let flags: Flags
    /// Open sessions of this program.
    public let sessionCount: Int
    /// Those that may write.
    public let readWriteSessionCount: Int
    /// The firmware's version: major and minor.
    public let firmwareVersion: [UInt8]
}
