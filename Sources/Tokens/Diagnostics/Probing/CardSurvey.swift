public import PCSC

/// What a card tells everybody, without login.
public struct CardSurvey: Hashable, Sendable {
    /// A key of the PIV application.
    public struct Key: Hashable, Sendable {
        /// Its key reference, such as 0x9A.
        public var slot: UInt8
        /// When it asks for a touch: 1 never, 2 always, 3 once in 15 seconds.
        public var touchPolicy: UInt8

        /// Makes a key.
        public init(slot: UInt8, touchPolicy: UInt8) {
            self.slot = slot
            self.touchPolicy = touchPolicy
        }
    }

    /// What the PIV application tells, as far as the card has Yubico's GET METADATA.
    public struct PIV: Hashable, Sendable {
        /// Whether the PIN is the factory's; nil if the card does not tell.
        public var hasFactoryPIN: Bool?
        /// Whether the PUK is the factory's; nil if the card does not tell.
        public var hasFactoryUnblockingKey: Bool?
        /// The keys that the card tells of.
        public var keys: [Key] = []

        /// Makes an application that tells nothing.
        public init() {}
    }

    /// What the OpenPGP application tells.
    public struct OpenPGP: Hashable, Sendable {
        /// How many of its three places have a key.
        public var keyCount: Int

        /// Makes an application.
        public init(keyCount: Int) { self.keyCount = keyCount }
    }

    /// The reader.
    public var reader: ReaderName
    /// The PIV application; nil if there is none, or it was not looked for.
    public var piv: PIV?
    /// The OpenPGP application; nil if there is none, or it was not looked for.
    public var openPGP: OpenPGP?
    /// Whether its file of access rules names PACE, the exchange that the card access number is for.
    public var offersPACE = false
    /// Whether it has the application of travel documents and refuses its files: status word 6982.
    public var refusesTravelDocument = false
    /// What went wrong; nil if nothing did.
    public var failure: String?

    /// Makes the survey of a card that tells nothing.
    public init(reader: ReaderName) { self.reader = reader }
}
