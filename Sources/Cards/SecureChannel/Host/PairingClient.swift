import JetonOctets
public import SmartCard

/// Pairs a program with a card, host's side: the activation password is used once and never again.
///
/// ```swift
/// var client = PairingClient(transport, policy: ChannelPolicy())
/// let card = try client.information()
/// let pairing = try client.pair(identity, password: password, label: label, store: store)
/// ```
///
/// Exchanges block the calling thread, and one thread uses a client at a time.
public struct PairingClient<Transport: CardTransport & ~Copyable>: ~Copyable {
    private var channel: CardChannel<Transport>
    private let policy: ChannelPolicy
    private let random: any RandomSource
    private let time: any TimeSource

    /// Takes over a transport.
    public init(
        _ transport: consuming Transport,
        policy: ChannelPolicy = ChannelPolicy(),
        random: any RandomSource = SystemRandom(),
        time: any TimeSource = SystemTime()
    ) {
        channel = CardChannel(transport, correctsExpectedLength: false)
        self.policy = policy
        self.random = random
        self.time = time
    }

    /// Gives the transport back.
    public consuming func close() -> Transport { channel.close() }

    /// What the card tells of its secure channel to anybody.
    ///
    /// - Throws: ``ChannelError/Code/notSupported`` if it has none.
    public mutating func information() throws(ChannelError) -> ChannelInformation {
        try channel.channelInformation()
    }

    /// Pairs.
    ///
    /// Nothing is saved before the card has proved that it knows the password. The password is never sent, and
    /// tried once.
    ///
    /// - Parameters:
    ///   - identity: Of the password's suite.
    ///   - password: As it was typed; one try of the card's.
    ///   - slot: 1 for the first; nil takes the first with an unused password of this suite.
    ///   - label: This program's name for people, which the card lists.
    ///   - store: Where the pairing is saved.
    /// - Returns: The pairing as it was saved.
    /// - Throws: ``ChannelError``: `notSupported`, `notInPairingMode`, `noPasswordInSlot`, `passwordBlocked`,
    ///   `throttled`, `suiteNotSupported`, `peerTableFull`, `wrongPassword`, `handshakeFailed`, `storageFailed`,
    ///   `exchangeFailed`, and `pairingUnconfirmed`, after which the next session tells whether the card is paired.
    public mutating func pair(
        _ identity: HostIdentity,
        password: borrowing ActivationPassword,
        slot: Int? = nil,
        label: PeerLabel,
        store: some PairingStore
    ) throws(ChannelError) -> CardPairing {
        let suite = password.suite
        guard identity.suite == suite, !suite.parameters.needsConsent || policy.allowsLegacyPairing else {
            throw ChannelError(.suiteNotSupported)
        }
        let information = try information()
        let number = try Self.slot(slot, suite, information)
        guard information.identifier != identity.identifier else { throw ChannelError(.handshakeFailed) }
        var run = HostPairing(
            identity: identity,
            label: label,
            slot: number,
            card: information.identifier,
            random: random
        )
        let symbols = password.symbols.clone()
        let introduction = try run.exchange(&channel) { (salt) throws(ChannelError) in
            try suite.stretched(symbols, salt: salt)
        }
        let pairing = CardPairing(
            suite: suite,
            state: .pending,
            card: information.identifier,
            cardKey: introduction.key.octets,
            serialNumber: information.serialNumber,
            pairedAt: time.seconds(),
            label: introduction.label
        )
        try store.update { $0 = pairing }
        try run.confirm(&channel)
        var active = pairing
        active.state = .active
        try store.update { $0 = active }
        return active
    }

    /// The number of the slot to use, checked against what the card tells, so that no step is begun in vain.
    private static func slot(
        _ wanted: Int?,
        _ suite: ChannelSuite,
        _ information: ChannelInformation
    ) throws(ChannelError) -> UInt8 {
        guard information.suites.includes(suite) else { throw ChannelError(.suiteNotSupported) }
        guard information.isInPairingMode else { throw ChannelError(.notInPairingMode) }
        let slots = information.slots
        guard let wanted else {
            guard let found = slots.firstIndex(where: { $0.state == .unused && $0.suite == suite }) else {
                throw ChannelError(.noPasswordInSlot)
            }
            return UInt8(clamping: found + 1)
        }
        guard slots.indices.contains(wanted - 1) else { throw ChannelError(.noPasswordInSlot) }
        switch slots[wanted - 1].state {
        case .empty, .used: throw ChannelError(.noPasswordInSlot)
        case .blocked: throw ChannelError(.passwordBlocked)
        case .unused: break
        }
        guard slots[wanted - 1].suite == suite else { throw ChannelError(.suiteNotSupported) }
        return UInt8(clamping: wanted)
    }
}
