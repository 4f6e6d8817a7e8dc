import JetonOctets
import SmartCard

/// The channel's functions inside of sessions, card's side.
extension ChannelApplication {
    /// Does what a function asks for, and gives its answer.
    mutating func perform(
        _ function: ChannelFunction,
        _ data: [UInt8],
        _ session: CardSession,
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        switch function {
        case .information:
            try require(data, count: 0)
            return information(card).encoded
        case .rekey:
            try require(data, count: MessageField.challenge)
            let random = random
            session.rekeyChallenge = data
            return try CardRefusal.from { () throws(ChannelError) in try random.octets(MessageField.challenge) }
        case .close: try require(data, count: 0)
        case .unpair:
            try require(data, count: 0)
            try save(&card) { $0.peers.removeAll { $0.identifier == session.peer.identifier } }
        case .list:
            try require(data, count: 0)
            try requireManagement(session, channel, card)
            return try list(card)
        case .revoke: try revoke(data, session, channel, &card)
        case .newPassword: return try newPassword(data, channel, &card)
        case .newKeys: try newKeys(data, channel, &card)
        case .requireChannel: try requireChannel(data, channel, &card)
        case .pair, .session: throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        return []
    }

    /// What follows a function once its answer is protected with the keys that the command came with.
    mutating func conclude(
        _ header: CommandHeader,
        _ answer: ResponseAPDU,
        _ session: CardSession,
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(ChannelError) {
        guard Self.isFunction(header), answer.status == .success else { return }
        switch ChannelFunction(rawValue: header.p1) {
        case .rekey:
            try session.messaging.rekey(seed: session.rekeyChallenge + answer.data)
            session.sinceRekey = SessionUsage(since: time.seconds())
        case .close: end(channel, &card)
        case .unpair, .revoke, .newKeys:
            // The session of a program ends with its pairing.
            for (number, other) in sessions where isOver(other, card) { end(number, &card) }
        default: break
        }
    }

    private func list(_ card: some GuardedCard) throws(CardRefusal) -> [UInt8] {
        try CardRefusal.from { () throws(ChannelError) in
            var octets: [UInt8] = []
            for peer in card.records.peers {
                octets +=
                    PairedProgram(
                        key: try PublicKeyIdentifier(peer.key, peer.suite),
                        suite: peer.suite,
                        rights: peer.rights,
                        sessions: peer.counter,
                        pairedAt: peer.pairedAt,
                        label: peer.label
                    ).encoded
            }
            return octets
        }
    }

    private func revoke(
        _ data: [UInt8],
        _ session: CardSession,
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) {
        try requireManagement(session, channel, card)
        guard let wanted = PublicKeyIdentifier(data) else { throw CardRefusal(.wrongLength) }
        let peers = card.records.peers
        let names = try CardRefusal.from { () throws(ChannelError) in
            try peers.map { (peer) throws(ChannelError) in try PublicKeyIdentifier(peer.key, peer.suite) }
        }
        guard let found = names.firstIndex(of: wanted) else { throw CardRefusal(.referencedDataNotFound) }
        try save(&card) { $0.peers.remove(at: found) }
    }

    /// Burns a new password; a program that asks for one is about to pair, so pairing mode begins.
    private func newPassword(
        _ data: [UInt8],
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        try requireAdministrator(channel, card)
        try require(data, count: 2)
        let place = Int(data[0]) - 1
        guard card.records.slots.indices.contains(place) else { throw CardRefusal(.incorrectData) }
        guard let suite = ChannelSuite(rawValue: data[1]), card.records.keys[suite] != nil else {
            throw CardRefusal(.functionNotSupported)
        }
        let random = random
        let password = try CardRefusal.from { () throws(ChannelError) in
            try ActivationPassword(generatingFor: suite, random: random)
        }
        let slot = try CardRefusal.from { () throws(ChannelError) in try PasswordSlot(password, random: random) }
        let now = time.seconds()
        try save(&card) { records in
            records.slots[place] = slot
            records.beginPairingMode(at: now)
        }
        let printed = password.printed()
        return printed.octets(0..<printed.count)
    }

    /// Replaces all static keys and the identifier; every paired program, the one that asks included, has to pair
    /// again.
    private func newKeys(
        _ data: [UInt8],
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) {
        try requireAdministrator(channel, card)
        try require(data, count: 0)
        let records = card.records
        // A card that requires the channel and has no password left could never be paired again.
        guard !records.isChannelRequired || records.slots.contains(where: { $0.state == .unused }) else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        let random = random
        let (identifier, keys) = try CardRefusal.from { () throws(ChannelError) in
            var keys: [ChannelSuite: KeyPair] = [:]
            for suite in records.keys.keys { keys[suite] = try random.keyPair(for: suite) }
            return (try ChannelIdentifier(random: random), keys)
        }
        let now = time.seconds()
        try save(&card) { records in
            records.identifier = identifier
            records.keys = keys
            records.peers = []
            records.beginPairingMode(at: now)
        }
    }

    /// Sets whether the card refuses everything else outside of sessions.
    private func requireChannel(
        _ data: [UInt8],
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) {
        try requireAdministrator(channel, card)
        try require(data, count: 1)
        guard data[0] <= 1 else { throw CardRefusal(.incorrectData) }
        try save(&card) { $0.isChannelRequired = data[0] == 1 }
    }

    private func requireAdministrator(_ channel: UInt8, _ card: some GuardedCard) throws(CardRefusal) {
        guard card.isAdministrator(in: channel) else { throw CardRefusal(.securityStatusNotSatisfied) }
    }

    private func requireManagement(
        _ session: CardSession,
        _ channel: UInt8,
        _ card: some GuardedCard
    ) throws(CardRefusal) {
        let place = card.records.index(of: session.peer.identifier)
        let mayManage = place.map { card.records.peers[$0].rights.contains(.manage) } ?? false
        guard mayManage || card.isAdministrator(in: channel) else { throw CardRefusal(.securityStatusNotSatisfied) }
    }

    private func require(_ data: [UInt8], count: Int) throws(CardRefusal) {
        guard data.count == count else { throw CardRefusal(.wrongLength) }
    }
}
