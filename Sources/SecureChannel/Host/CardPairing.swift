import Octets

/// What a program remembers of a card that it is paired with; no secret, but to be kept from others' changes.
///
/// Encoded: version `01`, suite (1), state (1), ID_T (16), Q_T (64), serial number (4), last counter (4), paired at
/// (8), last seen (8), label (32): 139 octets.
public struct CardPairing: Hashable, Sendable {
    /// How far the pairing is.
    public enum State: UInt8, Hashable, Sendable {
        /// The card's last answer has not come; the first session makes the pairing active.
        case pending = 1
        /// Paired.
        case active = 2
        /// To be forgotten by the card, which did not answer when it was told.
        case revoked = 3
    }

    /// Length of the encoded form, in octets.
    public static let encodedLength = 139
    private static let version: UInt8 = 1

    /// The suite of all sessions.
    public var suite: ChannelSuite
    /// How far the pairing is.
    public var state: State
    /// Who the card is.
    public var card: ChannelIdentifier
    /// The card's public key (Q_T), 64 octets.
    public var cardKey: [UInt8]
    /// The card's serial number.
    public var serialNumber: UInt32
    /// The card's counter in the last session; 0 before the first.
    public var lastCounter: UInt32
    /// When it was paired, in seconds since 1970.
    public var pairedAt: UInt64
    /// When the last session began, in seconds since 1970.
    public var lastSeen: UInt64
    /// The card's name for people.
    public var label: PeerLabel

    /// The record's octets.
    public var encoded: [UInt8] {
        [Self.version, suite.rawValue, state.rawValue] + card.octets + cardKey + serialNumber.bigEndianOctets
            + lastCounter.bigEndianOctets + pairedAt.bigEndianOctets + lastSeen.bigEndianOctets + label.field
    }

    /// Reads a record.
    ///
    /// - Throws: ``ChannelError/Code/malformed``.
    public init(decoding octets: [UInt8]) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            guard try cursor.readByte() == Self.version, let suite = ChannelSuite(rawValue: try cursor.readByte()),
                let state = State(rawValue: try cursor.readByte())
            else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
            let card = try ChannelIdentifier(from: &cursor)
            let cardKey = Array(try cursor.read(MessageField.publicKey))
            let serialNumber = try cursor.readBigEndian(UInt32.self)
            let lastCounter = try cursor.readBigEndian(UInt32.self)
            let pairedAt = try cursor.readBigEndian(UInt64.self)
            let lastSeen = try cursor.readBigEndian(UInt64.self)
            guard let label = PeerLabel(field: try cursor.read(PeerLabel.length)) else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
            return CardPairing(
                suite: suite,
                state: state,
                card: card,
                cardKey: cardKey,
                serialNumber: serialNumber,
                lastCounter: lastCounter,
                pairedAt: pairedAt,
                lastSeen: lastSeen,
                label: label
            )
        }
    }

    init(
        suite: ChannelSuite,
        state: State,
        card: ChannelIdentifier,
        cardKey: [UInt8],
        serialNumber: UInt32,
        lastCounter: UInt32 = 0,
        pairedAt: UInt64,
        lastSeen: UInt64 = 0,
        label: PeerLabel
    ) {
        self.suite = suite
        self.state = state
        self.card = card
        self.cardKey = cardKey
        self.serialNumber = serialNumber
        self.lastCounter = lastCounter
        self.pairedAt = pairedAt
        self.lastSeen = lastSeen
        self.label = label
    }
}
