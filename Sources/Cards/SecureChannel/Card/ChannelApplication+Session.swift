import JetonOctets
import SmartCard

/// SESSION and the messages of sessions, card's side.
extension ChannelApplication {
    /// One step of a handshake; a session that is there goes on until the new one's host has proved its keys.
    mutating func session(
        _ command: CommandAPDU,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> ResponseAPDU {
        let channel = command.header.cla & 0x03
        let handshake = handshakes.removeValue(forKey: channel)
        switch command.header.p2 {
        case 1: return ResponseAPDU(data: try begin(command.data, channel, card))
        case 2:
            guard let handshake else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
            return try complete(handshake, command.data, channel, &card)
        default: throw CardRefusal(.incorrectParameters)
        }
    }

    private mutating func begin(
        _ data: [UInt8],
        _ channel: UInt8,
        _ card: some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        let records = card.records
        let request = try CardRefusal.from { () throws(ChannelError) in try SessionRequest(decoding: data) }
        guard let own = records.keys[request.suite] else { throw CardRefusal(.functionNotSupported) }
        guard request.card == records.identifier, let place = records.index(of: request.host),
            records.peers[place].suite == request.suite, records.peers[place].rights.contains(.use)
        else { throw CardRefusal(.referencedDataNotFound) }
        // The counter tells each session of a pairing from all others, so it never starts over.
        guard records.peers[place].counter < .max else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
        let random = random
        let handshake = try CardRefusal.from { () throws(ChannelError) in
            try CardHandshake(request, records.peers[place], own, random: random)
        }
        handshakes[channel] = handshake
        return handshake.answer
    }

    private mutating func complete(
        _ handshake: CardHandshake,
        _ data: [UInt8],
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> ResponseAPDU {
        guard data.count == MessageField.digest else { throw CardRefusal(.wrongLength) }
        guard ConstantTime.equals(data, handshake.hostProof) else { throw CardRefusal(.verificationFailed) }
        let peer = handshake.peer
        guard let place = card.records.index(of: peer.identifier), card.records.peers[place].key == peer.key else {
            throw CardRefusal(.referencedDataNotFound)
        }
        guard card.records.peers[place].counter == peer.counter else { throw CardRefusal(.sessionCounterTaken) }
        try save(&card) { $0.peers[place].counter = handshake.counter }
        end(channel, &card)
        card.resetApplications(of: channel)
        let session = CardSession(SecureMessaging(peer.suite, handshake.keys), peer, at: time.seconds())
        let answer = try CardRefusal.from { () throws(ChannelError) in
            try session.messaging.protect(ResponseAPDU(), instruction: ChannelFunction.instruction)
        }
        sessions[channel] = session
        return answer
    }

    /// Whether a session may not go on: too old, too much used, or its program is not paired any more.
    func isOver(_ session: CardSession, _ card: some GuardedCard) -> Bool {
        let now = time.seconds()
        let records = card.records
        guard let place = records.index(of: session.peer.identifier) else { return true }
        return records.peers[place].key != session.peer.key || session.whole.hasReached(.session, at: now)
            || now > session.lastUse && now - session.lastUse > SessionLimits.idleSeconds
    }

    /// Answers a protected command.
    ///
    /// - Throws: 6987 for a message that is none, 6988 for everything else; the session is over then.
    mutating func protected(
        _ command: CommandAPDU,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> ResponseAPDU {
        let channel = command.header.cla & 0x03
        guard let session = sessions[channel] else { throw CardRefusal(.secureMessagingObjectIncorrect) }
        guard !isOver(session, card) else {
            end(channel, &card)
            throw CardRefusal(.secureMessagingObjectIncorrect)
        }
        do throws(ChannelError) {
            var opened = try session.messaging.open(command)
            defer { opened.wipe() }
            session.lastUse = time.seconds()
            let answer = perform(opened, session, channel, &card)
            session.count(command: opened.data.count, answer: answer.data.count)
            let message = try session.messaging.protect(answer, instruction: opened.header.ins)
            try conclude(opened.header, answer, session, channel, &card)
            return message
        } catch {
            end(channel, &card)
            let isMissing = error.code == .messageMalformed
            throw CardRefusal(isMissing ? .secureMessagingObjectMissing : .secureMessagingObjectIncorrect)
        }
    }

    /// Does what a command of a session asks for.
    private mutating func perform(
        _ command: CommandAPDU,
        _ session: CardSession,
        _ channel: UInt8,
        _ card: inout some GuardedCard
    ) -> ResponseAPDU {
        let function = Self.isFunction(command.header) ? ChannelFunction(rawValue: command.header.p1) : nil
        let isAllowed = function == .rekey || function == .close
        if !isAllowed, session.sinceRekey.hasReached(.cardRekey, at: time.seconds()) {
            return ResponseAPDU(status: .rekeyRequired)
        }
        if Self.isFunction(command.header) {
            do throws(CardRefusal) {
                guard let function, command.header.p2 == 0 else { throw CardRefusal(.incorrectParameters) }
                return ResponseAPDU(data: try perform(function, command.data, session, channel, &card))
            } catch {
                return error.answer
            }
        }
        return passOn(command, channel, SecureMessaging.maximumDataLength(session.peer.suite), &card)
    }

    /// The applications' whole answer to a command: what they give in parts (61xx) is joined, since 61xx around a
    /// message announces the rest of that message.
    private func passOn(
        _ command: CommandAPDU,
        _ channel: UInt8,
        _ maximumLength: Int,
        _ card: inout some GuardedCard
    ) -> ResponseAPDU {
        var command = command
        defer { command.wipe() }
        command.header.cla &= ~0x03
        command.expectedLength = command.expectedLength.map { min($0, maximumLength) }
        var whole = ResponseAPDU(status: .octetsWaiting(1))
        while whole.status.octetsWaiting != nil {
            guard var octets = try? command.encoded() else { return ResponseAPDU(status: .wrongLength) }
            defer { octets.wipe() }
            guard let part = try? ResponseAPDU(decoding: card.process(octets, in: channel)) else {
                return ResponseAPDU(status: .noPreciseDiagnosis)
            }
            whole = ResponseAPDU(data: whole.data + part.data, status: part.status)
            // Applications that announce more without giving any would never come to an end.
            let isStuck = part.data.isEmpty && part.status.octetsWaiting != nil
            guard whole.data.count <= maximumLength, !isStuck else { return ResponseAPDU(status: .wrongLength) }
            command.wipe()
            command = CommandAPDU(0x00, Self.getResponse, 0x00, 0x00, expectedLength: part.status.octetsWaiting)
        }
        return whole
    }
}
