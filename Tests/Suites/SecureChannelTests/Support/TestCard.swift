import Glibc
import JetonLibcrypto
import JetonOctets
import SmartCard

@testable import SecureChannel

/// A card with known activation passwords, programs that pair with it, and what they remember.
struct TestCard {
    let wire: Wire
    let suite: ChannelSuite
    /// The password of slot 1, as it is printed.
    let password: String
    let time: TestTime

    var random: any RandomSource = SystemRandom()

    /// Makes a card in pairing mode whose first slots have the same password.
    ///
    /// What takes long, which is stretching passwords, is done once for all tests.
    init(
        _ suite: ChannelSuite,
        passwords: Int = 1,
        requiresChannel: Bool = true,
        keys: [ChannelSuite: KeyPair] = [:],
        random: any RandomSource = SystemRandom()
    ) throws {
        self.suite = suite
        let prepared = try PreparedPassword.of(suite)
        password = prepared.printed
        time = TestTime()
        let label = PeerLabel(truncating: "test card")
        var records =
            keys.isEmpty
            ? try CardRecords(factory: 0x4894_721A, suite, label: label, isChannelRequired: requiresChannel)
            : CardRecords(
                identifier: try ChannelIdentifier(random: SystemRandom()),
                serialNumber: 0x4894_721A,
                label: label,
                isChannelRequired: requiresChannel,
                keys: keys,
                slots: Array(repeating: PasswordSlot(), count: CardRecords.slotCount)
            )
        for place in 0..<passwords { records.slots[place] = prepared.slot }
        records.beginPairingMode(at: time.seconds())
        wire = Wire(SimpleCard(records: records), time: time, random: random)
    }

    /// What a host keeps for one card.
    struct Program {
        let identity: HostIdentity
        let store: PairingMemory

        init(_ suite: ChannelSuite) throws { self.init(try HostIdentity(generatingFor: suite)) }

        init(_ identity: HostIdentity) {
            self.identity = identity
            store = PairingMemory()
        }
    }

    func client(_ policy: ChannelPolicy = ChannelPolicy(allowsLegacyPairing: true)) -> PairingClient<Wire> {
        PairingClient(wire, policy: policy, random: random, time: time)
    }

    static func typed(_ text: String) throws(ChannelError) -> ActivationPassword {
        try ActivationPassword(typed: Secret(copying: Array(text.utf8).span))
    }

    /// Pairs by the public interface, password stretching included.
    @discardableResult
    func pair(_ program: Program, password: String? = nil, slot: Int? = nil) throws(ChannelError) -> CardPairing {
        var client = client()
        return try client.pair(
            program.identity,
            password: try Self.typed(password ?? self.password),
            slot: slot,
            label: PeerLabel(truncating: "test program"),
            store: program.store
        )
    }

    /// Pairs with a password stretched before, the right or a wrong one, which takes a few milliseconds.
    @discardableResult
    func pairQuickly(_ program: Program, slot: UInt8 = 1, isRight: Bool = true) throws(ChannelError) -> CardPairing {
        var channel = CardChannel(wire, correctsExpectedLength: false)
        let information = try channel.channelInformation()
        var run = HostPairing(
            identity: program.identity,
            label: PeerLabel(truncating: "test program"),
            slot: slot,
            card: information.identifier,
            random: random
        )
        let prepared: PreparedPassword
        do { prepared = try PreparedPassword.of(suite) } catch { throw ChannelError(.cryptography) }
        let introduction = try run.exchange(&channel) { (salt) throws(ChannelError) in
            prepared.stretched(salt, isRight: isRight)
        }
        var pairing = CardPairing(
            suite: suite,
            state: .pending,
            card: information.identifier,
            cardKey: introduction.key.octets,
            serialNumber: information.serialNumber,
            pairedAt: time.seconds(),
            label: introduction.label
        )
        program.store.update { $0 = pairing }
        try run.confirm(&channel)
        pairing.state = .active
        program.store.update { $0 = pairing }
        return pairing
    }

    /// A program that is paired with the card.
    func pairedProgram() throws(ChannelError) -> Program {
        let program: Program
        do { program = try Program(suite) } catch { throw ChannelError(.cryptography) }
        try pairQuickly(program)
        return program
    }

    func transport(
        _ program: Program,
        _ policy: ChannelPolicy = ChannelPolicy()
    ) -> SecureCardTransport<Wire> {
        SecureCardTransport(
            wire,
            identity: program.identity,
            store: program.store,
            policy: policy,
            random: random,
            time: time
        )
    }

    /// How many wrong passwords in a row the card still takes.
    var triesLeft: Int { Int(wire.card.records.slots[0].failuresLeftInARow) }

    /// A host and a card in the middle of a session, whose handshake was skipped.
    ///
    /// `number` is that of the next message, for both directions; the session belongs to `process`.
    func sessionWithoutHandshake(number: UInt64 = 0, process: pid_t = getpid()) throws -> SecureCardTransport<Wire> {
        let program = try Program(suite)
        let peer = CardPeer(
            identifier: program.identity.identifier,
            suite: suite,
            key: program.identity.keys.publicKey,
            rights: [.use, .manage],
            pairedAt: time.seconds(),
            label: PeerLabel(truncating: "test program")
        )
        wire.card.records.peers = [peer]
        func direction(_ octet: UInt8) -> MessageDirection {
            let root = [UInt8](repeating: octet, count: DirectionKey.rootLength)
            let key = DirectionKey(
                root: Secret(copying: root.span),
                salt: [UInt8](repeating: octet, count: DirectionKey.saltLength)
            )
            return MessageDirection(suite, key, sequenceNumber: number)
        }
        let now = time.seconds()
        let ofCard = SecureMessaging(suite, commands: direction(1), answers: direction(2))
        wire.application.sessions[0] = CardSession(ofCard, peer, at: now)
        var transport = transport(program)
        let ofHost = SecureMessaging(suite, commands: direction(1), answers: direction(2))
        transport.session = HostSession(ofHost, channel: 0, at: now, process: process)
        return transport
    }
}
