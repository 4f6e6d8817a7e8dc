import JetonOctets
import SmartCard

/// The card's end of the secure channel, in front of a card's applications.
///
/// Answers the channel's own commands, opens protected ones and passes them on, and lets commands in clear through
/// unless the card requires the channel. Chaining and GET RESPONSE around protected messages are done here; those of
/// commands in clear are the card's.
///
/// Sessions, handshakes and the run of a pairing end with ``reset(_:)``; what lasts is in the card's records. One
/// thread uses it at a time.
public struct ChannelApplication {
    private struct Chain {
        let header: CommandHeader
        var data: [UInt8]
    }

    private static let select: UInt8 = 0xA4
    /// How many logical channels there are.
    private static let channelCount = 4
    /// The instruction GET RESPONSE.
    static let getResponse: UInt8 = 0xC0

    let random: any RandomSource
    let time: any TimeSource
    var run: CardPairingRun?
    var handshakes: [UInt8: CardHandshake] = [:]
    var sessions: [UInt8: CardSession] = [:]
    private var chain: Chain?
    private var waiting: ArraySlice<UInt8> = []
    private var waitingStatus = StatusWord.success

    /// Makes the channel's end of a card that was just switched on.
    public init(random: any RandomSource = SystemRandom(), time: any TimeSource = SystemTime()) {
        self.random = random
        self.time = time
    }

    /// Forgets what ends when power goes: sessions, handshakes, and the run of a pairing.
    public mutating func reset(_ card: inout some GuardedCard) {
        for channel in Array(sessions.keys) { end(channel, &card) }
        run = nil
        handshakes = [:]
        chain = nil
        waiting = []
    }

    /// Answers one command.
    ///
    /// - Parameters:
    ///   - command: Octets from outside, of any kind.
    ///   - card: The card behind the channel.
    /// - Returns: The answer's octets with the status word at the end.
    public mutating func process(_ command: [UInt8], _ card: inout some GuardedCard) -> [UInt8] {
        guard var decoded = try? CommandAPDU(decoding: command) else { return inClear(command, nil, &card) }
        defer { decoded.wipe() }
        let header = decoded.header
        if header.ins == Self.getResponse, header.cla & 0xFC == 0, !waiting.isEmpty {
            guard header.p1 == 0, header.p2 == 0 else { return ResponseAPDU(status: .incorrectParameters).encoded }
            return part(of: waiting, waitingStatus, to: decoded)
        }
        waiting = []
        let isFunction = Self.isFunction(header)
        let isProtected = header.cla & 0x60 == 0 && header.cla & SecureMessaging.classBits == SecureMessaging.classBits
        guard isFunction || isProtected else {
            chain = nil
            return inClear(command, header, &card)
        }
        do throws(CardRefusal) {
            guard var whole = try join(decoded) else { return ResponseAPDU().encoded }
            defer { whole.wipe() }
            let answer = isProtected ? try protected(whole, &card) : try outside(whole, &card)
            return part(of: answer.data[...], answer.status, to: decoded)
        } catch {
            return error.answer.encoded
        }
    }

    /// Whether a command is one of the channel's own.
    static func isFunction(_ header: CommandHeader) -> Bool {
        header.cla & 0xE0 == ChannelFunction.commandClass && header.ins == ChannelFunction.instruction
    }

    /// Ends a session, whose keys are wiped and whose verified PINs are forgotten.
    mutating func end(_ channel: UInt8, _ card: inout some GuardedCard) {
        guard sessions.removeValue(forKey: channel) != nil else { return }
        card.resetApplications(of: channel)
    }

    // MARK: - Commands in clear

    private func inClear(_ command: [UInt8], _ header: CommandHeader?, _ card: inout some GuardedCard) -> [UInt8] {
        guard !card.records.isChannelRequired || header?.ins == Self.select else {
            return ResponseAPDU(status: .securityStatusNotSatisfied).encoded
        }
        return card.process(command, in: nil)
    }

    /// A function of the channel outside of a session.
    private mutating func outside(
        _ command: CommandAPDU,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> ResponseAPDU {
        guard command.header.cla & SecureMessaging.classBits == 0 else {
            throw CardRefusal(.secureMessagingNotSupported)
        }
        guard let function = ChannelFunction(rawValue: command.header.p1) else {
            throw CardRefusal(.incorrectParameters)
        }
        switch function {
        case .information:
            guard command.header.p2 == 0 else { throw CardRefusal(.incorrectParameters) }
            guard command.data.isEmpty else { throw CardRefusal(.wrongLength) }
            return ResponseAPDU(data: information(card).encoded)
        case .pair: return ResponseAPDU(data: try pair(step: command.header.p2, command.data, &card))
        case .session: return try session(command, &card)
        default: throw CardRefusal(.secureMessagingObjectMissing)
        }
    }

    /// What the card tells of its channel.
    func information(_ card: some GuardedCard) -> ChannelInformation {
        let records = card.records
        return ChannelInformation(
            suites: records.keys.keys.reduce(into: []) { $0.insert(ChannelSuites($1)) },
            identifier: records.identifier,
            serialNumber: records.serialNumber,
            isInPairingMode: records.isInPairingMode(at: time.seconds()),
            isChannelRequired: records.isChannelRequired,
            freePeers: max(0, CardRecords.maximumPeers - records.peers.count),
            channelsInUse: channelsInUse(card),
            slots: records.slots.map { ChannelInformation.Slot(state: $0.state, suite: $0.suite) }
        )
    }

    /// The logical channels that a new session can't have.
    ///
    /// If all are in use, the session that has been idle longest is offered: programs that ended without closing
    /// theirs do not block new ones. That session goes on until the new one has proved who it is.
    private func channelsInUse(_ card: some GuardedCard) -> Set<UInt8> {
        let now = time.seconds()
        let used = sessions.filter { !isOver($0.value, card) }
        var channels = Set(used.keys)
        if used.count == Self.channelCount, let idle = used.min(by: { $0.value.lastUse < $1.value.lastUse }),
            now >= idle.value.lastUse, now - idle.value.lastUse >= SessionLimits.displacementSeconds
        {
            channels.remove(idle.key)
        }
        return channels
    }

    // MARK: - Chaining

    /// The whole command once its last part is there.
    private mutating func join(_ command: CommandAPDU) throws(CardRefusal) -> CommandAPDU? {
        var header = command.header
        header.isChained = false
        var data: [UInt8] = []
        if let begun = chain {
            chain = nil
            guard begun.header == header else { throw CardRefusal(.lastCommandOfChainExpected) }
            data = begun.data
        }
        guard data.count + command.data.count <= CommandAPDU.maximumDataLength else {
            throw CardRefusal(.wrongLength)
        }
        data += command.data
        if command.header.isChained {
            chain = Chain(header: header, data: data)
            return nil
        }
        return CommandAPDU(header: header, data: data, expectedLength: command.expectedLength)
    }

    /// As much of an answer as the command expects; the rest waits for GET RESPONSE.
    private mutating func part(
        of data: ArraySlice<UInt8>,
        _ status: StatusWord,
        to command: CommandAPDU
    ) -> [UInt8] {
        let expected = command.expectedLength ?? CommandAPDU.maximumShortExpectedLength
        waiting = data.dropFirst(expected)
        waitingStatus = status
        let told = waiting.isEmpty ? status : .octetsWaiting(waiting.count)
        return ResponseAPDU(data: Array(data.prefix(expected)), status: told).encoded
    }
}
