/// Where a program keeps what it remembers of one card.
///
/// Programs that share a pairing share its store, and change it one after the other.
public protocol PairingStore: Sendable {
    /// What was saved last; nil if there is nothing.
    ///
    /// - Throws: ``ChannelError/Code/storageFailed``.
    func load() throws(ChannelError) -> CardPairing?

    /// Changes what is saved; when this returns, the change outlasts a loss of power.
    ///
    /// - Throws: ``ChannelError/Code/storageFailed``; nothing is changed then.
    func update(_ change: (inout CardPairing?) -> Void) throws(ChannelError)
}
