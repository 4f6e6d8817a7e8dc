import JetonOctets

/// What a program remembers of a card that it is paired with; no secret, but to be kept from others' changes.
///
/// Encoded: version `02`, suite (1), state (1), ID_T (16), Q_T, serial number (4), last counter (4), paired at
/// (8), last seen (8), label (32), flags (1: `01` ``requiresChannelInReader``), then ``tokenLabel`` and ``reader``,
/// each after an octet with its length: 78 to 270 octets beside Q_T, whose length is the suite's. Version `01` ends with the label.
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

    /// The most octets of ``tokenLabel``; a longer label is cut at a character.
    public static let maximumLabelLength = 64
    /// The most octets of ``reader``; a longer name is cut at a character.
    public static let maximumReaderLength = 128
    private static let firstVersion: UInt8 = 1
    private static let version: UInt8 = 2

    /// The suite of all sessions.
    public var suite: ChannelSuite
    /// How far the pairing is.
    public var state: State
    /// Who the card is.
    public var card: ChannelIdentifier
    /// The card's public key (Q_T).
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
    /// The label that the card showed through its channel last, at most ``maximumLabelLength`` octets; empty before.
    public var tokenLabel = "" {
        didSet { tokenLabel = Self.cut(tokenLabel, to: Self.maximumLabelLength) }
    }
    /// The reader in which the last session began, at most ``maximumReaderLength`` octets; empty before the first.
    public var reader = "" {
        didSet { reader = Self.cut(reader, to: Self.maximumReaderLength) }
    }
    /// Whether no card in ``reader`` may be used without a secure channel, whatever it says it is.
    public var requiresChannelInReader = false

    /// The record's octets.
    public var encoded: [UInt8] {
        var octets = [Self.version, suite.rawValue, state.rawValue] + card.octets + cardKey
        octets += serialNumber.bigEndianOctets + lastCounter.bigEndianOctets
        octets += pairedAt.bigEndianOctets + lastSeen.bigEndianOctets + label.field
        octets.append(requiresChannelInReader ? 1 : 0)
        for text in [tokenLabel, reader] { octets += [UInt8(text.utf8.count)] + Array(text.utf8) }
        return octets
    }

    /// Reads a record.
    ///
    /// - Throws: ``ChannelError/Code/malformed``.
    public init(decoding octets: [UInt8]) throws(ChannelError) {
        self = try octets.parsed { (cursor) throws(EncodingError) in
            let version = try cursor.readByte()
            guard [Self.firstVersion, Self.version].contains(version),
                let suite = ChannelSuite(rawValue: try cursor.readByte()),
                let state = State(rawValue: try cursor.readByte())
            else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
            let card = try ChannelIdentifier(from: &cursor)
            let cardKey = Array(try cursor.read(suite.parameters.publicKeyLength))
            let serialNumber = try cursor.readBigEndian(UInt32.self)
            let lastCounter = try cursor.readBigEndian(UInt32.self)
            let pairedAt = try cursor.readBigEndian(UInt64.self)
            let lastSeen = try cursor.readBigEndian(UInt64.self)
            guard let label = PeerLabel(field: try cursor.read(PeerLabel.length)) else {
                throw EncodingError(.unexpectedValue, at: cursor.offset)
            }
            var pairing = CardPairing(
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
            if version != Self.firstVersion { try pairing.readMore(from: &cursor) }
            return pairing
        }
    }

    /// Reads what the second version added.
    private mutating func readMore(from cursor: inout ByteCursor) throws(EncodingError) {
        let flags = try cursor.readByte()
        guard flags <= 1 else { throw EncodingError(.unexpectedValue, at: cursor.offset) }
        requiresChannelInReader = flags == 1
        tokenLabel = try Self.readText(from: &cursor, limit: Self.maximumLabelLength)
        reader = try Self.readText(from: &cursor, limit: Self.maximumReaderLength)
    }

    private static func readText(from cursor: inout ByteCursor, limit: Int) throws(EncodingError) -> String {
        let count = Int(try cursor.readByte())
        guard count <= limit, let text = String(validating: try cursor.read(count), as: UTF8.self) else {
            throw EncodingError(.unexpectedValue, at: cursor.offset)
        }
        return text
    }

    /// As many whole characters as fit.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + String(character).utf8.count <= limit else { break }
            kept.append(character)
        }
        return kept
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
