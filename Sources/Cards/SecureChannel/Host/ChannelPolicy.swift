/// What a host accepts.
public struct ChannelPolicy: Hashable, Sendable {
    /// What is done about a card whose counter is more than one ahead of what this program has seen.
    public enum CounterJump: Hashable, Sendable {
        /// The session goes on; ``SecureCardTransport/isCloneSuspected`` tells of it.
        case report
        /// The session ends with ``ChannelError/Code/cloneSuspected``.
        case refuse
    }

    /// Whether a legacy password may be used; a recorded legacy pairing can be attacked offline.
    public var allowsLegacyPairing: Bool
    /// Whether sessions of the legacy suite have ephemeral keys; those of others always have.
    public var usesEphemeralKeys: Bool
    /// What a counter that is too far ahead leads to; one that stays the same or goes back is always refused.
    public var counterJump: CounterJump

    /// Makes a policy.
    public init(
        allowsLegacyPairing: Bool = false,
        usesEphemeralKeys: Bool = true,
        counterJump: CounterJump = .report
    ) {
        self.allowsLegacyPairing = allowsLegacyPairing
        self.usesEphemeralKeys = usesEphemeralKeys
        self.counterJump = counterJump
    }
}
