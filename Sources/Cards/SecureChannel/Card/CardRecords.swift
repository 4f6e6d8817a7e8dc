/// All that a card remembers of its secure channel.
public struct CardRecords: Sendable {
    /// How many password slots there are.
    public static let slotCount = 6
    /// How many programs a card can be paired with.
    public static let maximumPeers = 8
    /// How long pairing mode, and one run of a pairing, last, in seconds.
    public static let pairingSeconds: UInt64 = 60

    /// Who the card is (ID_T).
    public var identifier: ChannelIdentifier
    /// The card's serial number.
    public var serialNumber: UInt32
    /// The card's name for people, which programs get at pairing.
    public var label: PeerLabel
    /// Whether all other commands outside of a session are refused.
    public var isChannelRequired: Bool
    /// When pairing mode ends, in seconds since 1970.
    public var pairingModeEnds: UInt64
    /// The static keys: a pair for each suite that the card has, which is one since cards are made for one.
    public var keys: [ChannelSuite: KeyPair]
    /// The password slots.
    public var slots: [PasswordSlot]
    /// The programs that the card is paired with.
    public var peers: [CardPeer]

    /// Puts records together.
    public init(
        identifier: ChannelIdentifier,
        serialNumber: UInt32,
        label: PeerLabel,
        isChannelRequired: Bool,
        pairingModeEnds: UInt64 = 0,
        keys: [ChannelSuite: KeyPair],
        slots: [PasswordSlot],
        peers: [CardPeer] = []
    ) {
        self.identifier = identifier
        self.serialNumber = serialNumber
        self.label = label
        self.isChannelRequired = isChannelRequired
        self.pairingModeEnds = pairingModeEnds
        self.keys = keys
        self.slots = slots
        self.peers = peers
    }

    /// Makes what a new card of one suite remembers: an identifier, keys, and empty slots.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    public init(
        factory serialNumber: UInt32,
        _ suite: ChannelSuite,
        label: PeerLabel,
        isChannelRequired: Bool,
        random: some RandomSource = SystemRandom()
    ) throws(ChannelError) {
        self.init(
            identifier: try ChannelIdentifier(random: random),
            serialNumber: serialNumber,
            label: label,
            isChannelRequired: isChannelRequired,
            keys: [suite: try random.keyPair(for: suite)],
            slots: Array(repeating: PasswordSlot(), count: Self.slotCount)
        )
    }

    /// Whether the card can be paired at a time.
    public func isInPairingMode(at now: UInt64) -> Bool {
        // A clock that was put back ends pairing mode.
        now < pairingModeEnds && pairingModeEnds - now <= Self.pairingSeconds
    }

    /// Puts the card into pairing mode, as its button does.
    public mutating func beginPairingMode(at now: UInt64) { pairingModeEnds = now &+ Self.pairingSeconds }

    /// The place of a peer; nil if the card does not know it.
    func index(of peer: ChannelIdentifier) -> Int? { peers.firstIndex { $0.identifier == peer } }
}
