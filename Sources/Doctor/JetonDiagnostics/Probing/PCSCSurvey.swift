package import JetonPCSC

/// What PC/SC shows to a plain client: library, context, readers, and whether each card takes a connection.
package struct PCSCSurvey: Hashable, Sendable {
    /// A reader and what is in it.
    package struct Reader: Hashable, Sendable {
        /// Its name.
        package var name: ReaderName
        /// Its state.
        package var flags: ReaderFlags
        /// How many times a card came or went.
        package var eventCount: UInt16
        /// The card's answer to reset, 0 to 33 octets.
        package var atr: [UInt8]
        /// What came of a shared connection; nil if none was tried, as without a card.
        package var connection: Connection?

        /// Makes a reader.
        package init(
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
    package enum Connection: Hashable, Sendable {
        /// It was made, with this protocol, and given back without touching the card.
        case made(CardProtocols)
        /// It was refused.
        case refused(PCSCError.Code)
        /// It did not come about in time, as while another program holds a transaction.
        case blocked
    }

    /// Whether PC/SC was asked at all; without a child to ask in it is not.
    package var wasAsked = true
    /// The library's file; nil if it can't be loaded.
    package var libraryPath: String?
    /// The linker's words if it can't be loaded.
    package var libraryError: String?
    /// The first call that failed, beside connections.
    package var failure: PCSCError?
    /// The call that did not come back; its name.
    package var hangingCall: String?
    /// The signal that ended the child that asked; 0 if none did.
    package var signal: Int32 = 0
    /// The readers.
    package var readers: [Reader] = []

    /// Makes a survey that saw nothing yet.
    package init() {}
}
