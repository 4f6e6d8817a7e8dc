public import JetonOctets
public import JetonPCSC
public import SecureChannel
public import SmartCard
public import VirtualCard

/// A transport to a card, in clear or through a secure channel that can be administered.
public protocol TokenTransport: CardTransport, ~Copyable {
    /// The suite of the secure channel that commands go through; nil for none.
    var channelSuite: ChannelSuite? { get }

    /// What the card tells of its channel.
    mutating func information() throws(ChannelError) -> ChannelInformation

    /// Makes the card burn a new activation password, which is given as it is printed.
    mutating func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> Secret

    /// Makes the card replace its static keys and its identifier; all pairings end.
    mutating func makeKeys() throws(ChannelError)

    /// Sets whether the card refuses everything outside of sessions.
    mutating func requireChannel(_ isRequired: Bool) throws(ChannelError)

    /// Ends the session for both ends.
    mutating func endSession()
}

extension TokenTransport where Self: ~Copyable {
    /// None: commands go in clear.
    public var channelSuite: ChannelSuite? { nil }

    /// Refuses.
    public mutating func information() throws(ChannelError) -> ChannelInformation { throw ChannelError(.notSupported) }

    /// Refuses.
    public mutating func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> Secret {
        throw ChannelError(.notSupported)
    }

    /// Refuses.
    public mutating func makeKeys() throws(ChannelError) { throw ChannelError(.notSupported) }

    /// Refuses.
    public mutating func requireChannel(_ isRequired: Bool) throws(ChannelError) { throw ChannelError(.notSupported) }

    /// Does nothing.
    public mutating func endSession() {}
}

extension PCSCTransport: TokenTransport {}
extension VirtualCardTransport: TokenTransport {}

extension SecureCardTransport: TokenTransport where Base: ~Copyable {
    /// The suite of the pairing.
    public var channelSuite: ChannelSuite? { suite }
}
