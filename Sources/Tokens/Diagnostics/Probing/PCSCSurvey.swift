public import PCSC

/// What PC/SC shows to a plain client: library, context, readers, and whether each card takes a connection.
public struct PCSCSurvey: Hashable, Sendable {
    /// A reader and what is in it.
    public struct Reader: Hashable, Sendable {
        /// Its name.
        public var name: ReaderName
        /// Its state.
        public var flags: ReaderFlags
        /// How many times a card came or went.
        public var eventCount: UInt16
        /// The card's answer to reset, 0 to 33 octets.
        public var atr: [UInt8]
        /// What came of a shared connection; nil if none was tried, as without a card.
        public var connection: Connection?

        /// Makes a reader.
        public init(
            name: ReaderName,
            flags: ReaderFlags,
            eventCount: UInt16 = 0,
            atr: [UInt8] = [],
            connection: Connection? = nil
        ) {
            self.name = name
            self.flags = flags
            self.eventCount = eventCount
            self.atr = atr
            self.connection = connection
        }
    }

    /// What came of a shared connection to a card.
    public enum Connection: Hashable, Sendable {
        /// It was made, with this protocol, and given back without touching the card.
        case made(CardProtocols)
        /// It was refused.
        case refused(PCSCError.Code)
        /// It did not come about in time, as while another program holds a transaction.
        case blocked
    }

    /// Whether PC/SC was asked at all; without a child to ask in it is not.
    public var wasAsked = true
    /// The library's file; nil if it can't be loaded.
    public var libraryPath: String?
    /// The linker's words if it can't be loaded.
    public var libraryError: String?
    /// The first call that failed, beside connections.
    public var failure: PCSCError?
    /// The call that did not come back; its name.
    public var hangingCall: String?
    /// The signal that ended the child that asked; 0 if none did.
    public var signal: Int32 = 0
    /// The readers.
    public var readers: [Reader] = []

    /// Makes a survey that saw nothing yet.
    public init() {}
}
