/// Where a program keeps what it remembers of one card.
///
/// Programs that share a pairing share its store, and change it one after the other.
public protocol PairingStore: Sendable {
    /// What was saved last; nil if there is nothing.
    ///
    /// - Throws: ``ChannelError/Code/storageFailed``.
    func load() throws(ChannelError) -> CardPairing?

    /// Changes what is saved while no other program that shares the pairing can; when this returns, the change
    /// outlasts a loss of power.
    ///
    /// - Parameter change: May exchange messages with the card meanwhile.
    /// - Returns: What the closure returns.
    /// - Throws: ``ChannelError/Code/storageFailed`` or what the closure throws; nothing is changed then.
    func update<Result>(
        _ change: (inout CardPairing?) throws(ChannelError) -> Result
    ) throws(ChannelError) -> Result
}
