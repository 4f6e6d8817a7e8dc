import JetonOctets

/// What a card tells about its secure channel to anybody (INFO).
///
/// | octets | value |
/// |---|---|
/// | 1 | version, `01` |
/// | 1 | suites that the card can do: ``ChannelSuites`` |
/// | 16 | the card's identifier |
/// | 4 | the card's serial number, most significant octet first |
/// | 1 | `01` pairing mode, `02` channel required; others zero |
/// | 1 | how many more programs it can be paired with |
/// | 1 | logical channels that have a session: bit 1 for channel 0, bit 4 for channel 3 |
/// | 1 | number of password slots |
/// | 2 each | state (`00` none, `01` unused, `02` used, `03` blocked) and suite (`00` for none) of each slot |
public struct ChannelInformation: Hashable, Sendable {
    /// Whether a slot has a password that may be used.
    public enum SlotState: UInt8, Hashable, Sendable {
        /// There was never a password.
        case empty = 0
        /// There is a password.
        case unused = 1
        /// The password has paired a program, and is gone.
        case used = 2
        /// The password was tried wrongly too often.
        case blocked = 3
    }

    /// A password slot.
    public struct Slot: Hashable, Sendable {
        /// Whether it has a password.
        public var state: SlotState
        /// The password's suite; nil if there is none.
        public var suite: ChannelSuite?

        /// Describes a slot.
        public init(state: SlotState, suite: ChannelSuite?) {
            self.state = state
            self.suite = suite
        }
    }

    private enum Flag {
        static let pairingMode: UInt8 = 0x01
        static let channelRequired: UInt8 = 0x02
    }

    /// The suites that the card can do.
    public var suites: ChannelSuites
    /// Who the card is; another one after each initialization.
    public var identifier: ChannelIdentifier
    /// The card's serial number, which is not authenticated before a session.
    public var serialNumber: UInt32
    /// Whether the card can be paired now.
    public var isInPairingMode: Bool
    /// Whether the card refuses all other commands outside of a session.
    public var isChannelRequired: Bool
    /// How many more programs it can be paired with.
    public var freePeers: Int
    /// The logical channels 0–3 that have a session.
    public var channelsInUse: Set<UInt8>
    /// The password slots; that with number 1 first.
    public var slots: [Slot]

    /// The message's octets.
    var encoded: [UInt8] {
        let flags = (isInPairingMode ? Flag.pairingMode : 0) | (isChannelRequired ? Flag.channelRequired : 0)
        let channels = channelsInUse.reduce(0 as UInt8) { $0 | 1 << $1 }
        var octets = [ChannelFunction.version, suites.rawValue] + identifier.octets + serialNumber.bigEndianOctets
        octets += [flags, UInt8(clamping: freePeers), channels, UInt8(clamping: slots.count)]
        for slot in slots { octets += [slot.state.rawValue, slot.suite?.rawValue ?? 0] }
        return octets
    }

    /// Reads the message.
    ///
    /// - Throws: ``ChannelError/Code/malformed``; ``ChannelError/Code/notSupported`` for another version.
    init(decoding octets: [UInt8]) throws(ChannelError) {
        do throws(EncodingError) {
            var cursor = ByteCursor(octets)
            guard try cursor.readByte() == ChannelFunction.version else { throw EncodingError(.unexpectedValue, at: 0) }
            suites = ChannelSuites(rawValue: try cursor.readByte())
            identifier = try ChannelIdentifier(from: &cursor)
            serialNumber = try cursor.readBigEndian()
            let flags = try cursor.readByte()
            isInPairingMode = flags & Flag.pairingMode != 0
            isChannelRequired = flags & Flag.channelRequired != 0
            freePeers = Int(try cursor.readByte())
            let channels = try cursor.readByte()
            channelsInUse = Set((0..<4).filter { channels & 1 << $0 != 0 })
            slots = []
            for _ in 0..<(try cursor.readByte()) {
                guard let state = SlotState(rawValue: try cursor.readByte()) else {
                    throw EncodingError(.unexpectedValue, at: cursor.offset)
                }
                slots.append(Slot(state: state, suite: ChannelSuite(rawValue: try cursor.readByte())))
            }
            try cursor.finish()
        } catch {
            throw ChannelError(octets.first == ChannelFunction.version ? .malformed : .notSupported)
        }
    }

    init(
        suites: ChannelSuites,
        identifier: ChannelIdentifier,
        serialNumber: UInt32,
        isInPairingMode: Bool,
        isChannelRequired: Bool,
        freePeers: Int,
        channelsInUse: Set<UInt8>,
        slots: [Slot]
    ) {
        self.suites = suites
        self.identifier = identifier
        self.serialNumber = serialNumber
        self.isInPairingMode = isInPairingMode
        self.isChannelRequired = isChannelRequired
        self.freePeers = freePeers
        self.channelsInUse = channelsInUse
        self.slots = slots
    }
}
