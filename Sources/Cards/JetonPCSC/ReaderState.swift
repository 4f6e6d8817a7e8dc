public import SmartCard

/// A reader's state as the PC/SC service last told it.
public struct ReaderState: Hashable, Sendable {
    /// The reader.
    public let reader: ReaderName
    /// The state's flags.
    public let flags: ReaderFlags
    /// How many times a card was inserted or removed since the service saw the reader; wraps at 65,536.
    public let eventCount: UInt16
    /// The octets of the answer to reset, 0–33; empty without a card, or if it does not answer.
    public let atr: [UInt8]

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - flags: The flags; none means that nothing is known yet.
    ///   - eventCount: The service's count.
    ///   - atr: The answer to reset.
    public init(reader: ReaderName, flags: ReaderFlags = [], eventCount: UInt16 = 0, atr: [UInt8] = []) {
        self.reader = reader
        self.flags = flags
        self.eventCount = eventCount
        self.atr = atr
    }

    /// Whether a card is in the reader, be it mute.
    public var isCardPresent: Bool { flags.contains(.present) }

    /// The answer to reset, read; nil without one, or if it is malformed.
    public var answerToReset: AnswerToReset? { try? AnswerToReset(atr) }

    /// The number that tells the service what is known: flags without ``ReaderFlags/changed``, and the count.
    var known: UInt { UInt(eventCount) << 16 | UInt(flags.subtracting(.changed).rawValue) }
}
