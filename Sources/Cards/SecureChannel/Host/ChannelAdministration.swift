public import JetonOctets

/// What is asked of the channel itself, through a session: most of it by the card's administrator.
public protocol ChannelAdministration: ~Copyable {
    /// The suite of the pairing.
    var suite: ChannelSuite { get }

    /// What the card tells of its channel.
    mutating func information() throws(ChannelError) -> ChannelInformation

    /// Makes the card burn a new activation password, which is given as it is printed, and go into pairing mode.
    mutating func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> Secret

    /// Makes the card replace its static keys and its identifier; all pairings end.
    mutating func makeKeys() throws(ChannelError)

    /// Sets whether the card refuses everything outside of sessions.
    mutating func requireChannel(_ isRequired: Bool) throws(ChannelError)

    /// Ends the session for both ends, so that another program can have its logical channel; it is over even if the
    /// card does not hear of it.
    mutating func endSession()
}
