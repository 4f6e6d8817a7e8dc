import JetonOctets

/// A program that a card is paired with, as the card remembers it.
public struct CardPeer: Hashable, Sendable {
    /// Who the program is (ID_H).
    public var identifier: ChannelIdentifier
    /// The pairing's suite.
    public var suite: ChannelSuite
    /// The program's public key (Q_H).
    public var key: [UInt8]
    /// What the program may do.
    public var rights: PeerRights
    /// How many sessions there were.
    public var counter: UInt32
    /// When it was paired, in seconds since 1970.
    public var pairedAt: UInt64
    /// The program's name for people.
    public var label: PeerLabel

    /// Makes a record.
    public init(
        identifier: ChannelIdentifier,
        suite: ChannelSuite,
        key: [UInt8],
        rights: PeerRights,
        counter: UInt32 = 0,
        pairedAt: UInt64,
        label: PeerLabel
    ) {
        self.identifier = identifier
        self.suite = suite
        self.key = key
        self.rights = rights
        self.counter = counter
        self.pairedAt = pairedAt
        self.label = label
    }
}
