import JetonLibcrypto
import JetonOctets
import SmartCard

/// PAIR, card's side.
extension ChannelApplication {
    /// One step of a pairing, whose run any refusal ends.
    mutating func pair(
        step: UInt8,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        let current = run
        run = nil
        if step == 1 { return try offer(data, card) }
        guard let current, current.nextStep == step, current.isAlive(at: time.seconds()) else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        let answer: [UInt8]
        let method = current.suite.parameters.pairing
        if step == method.lastStep { return try confirm(current, data, &card) }
        switch (method, step) {
        case (.commonKey, 2): answer = try introduceLegacy(current, data, &card)
        case (.sespake, 2): answer = try agree(current, data, &card)
        case (.sespake, _): answer = try introduceModern(current, data, &card)
        case (.spake2Plus, 2): answer = try agreeP256(current, data, &card)
        case (.spake2Plus, _): answer = try introduceP256(current, data, &card)
        case (.commonKey, _): throw CardRefusal(.incorrectParameters)
        }
        current.nextStep += 1
        run = current
        return answer
    }

    /// Step 1, what there is to pair with; nothing is lost by it.
    private mutating func offer(_ data: [UInt8], _ card: some GuardedCard) throws(CardRefusal) -> [UInt8] {
        let now = time.seconds()
        let records = card.records
        let request = try CardRefusal.from { () throws(ChannelError) in try PairingRequest(decoding: data) }
        guard records.isInPairingMode(at: now) else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
        let place = Int(request.slot) - 1
        guard records.slots.indices.contains(place) else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
        let slot = records.slots[place]
        try requireReady(slot, at: now)
        guard let suite = slot.suite, request.suites.includes(suite), records.keys[suite] != nil else {
            throw CardRefusal(.functionNotSupported)
        }
        guard request.host != records.identifier else { throw CardRefusal(.verificationFailed) }
        guard records.peers.count < CardRecords.maximumPeers || records.index(of: request.host) != nil else {
            throw CardRefusal(.notEnoughMemory)
        }
        let random = random
        let challenge = try CardRefusal.from { () throws(ChannelError) in
            suite.parameters.pairing.hasChallenges ? try random.octets(MessageField.challenge) : []
        }
        let offer = PairingOffer(
            suite: suite,
            card: records.identifier,
            slot: request.slot,
            salt: slot.salt,
            challenge: challenge,
            triesLeft: slot.triesLeft
        )
        run = CardPairingRun(request, data, offer, start: now)
        return offer.encoded
    }

    /// Modern, step 2: the shares; the try is gone before anything is computed.
    private func agree(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        guard data.count == run.suite.parameters.publicKeyLength else { throw CardRefusal(.wrongLength) }
        let verifier = try spendTry(run, &card)
        let parameters = ModernPairingKeys.parameters(run.host, card.records.identifier, salt: run.salt)
        let server: SESPAKEServer
        do throws(LibcryptoError) {
            server = try verifier.borrow { (point) throws(LibcryptoError) in
                try SESPAKEServer(parameters, passwordPoint: point, receiving: data)
            }
        } catch {
            throw CardRefusal(error.code == .invalidInput ? .incorrectData : .executionFailed)
        }
        let share = server.share
        do throws(ChannelError) {
            run.modernKeys = try ModernPairingKeys(
                server.finish(),
                host: run.host,
                salt: run.salt,
                hostPoint: data,
                cardPoint: share
            )
        } catch {
            throw CardRefusal(error)
        }
        return share
    }

    /// Modern, step 3: the host's proof of the password and its key, then the card's.
    private func introduceModern(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        guard data.count == Introduction.length(run.suite) + MessageField.pakeTag + MessageField.digest else {
            throw CardRefusal(.wrongLength)
        }
        guard let pair = card.records.keys[run.suite], let keys = run.modernKeys.take() else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        let hostData = Array(data.dropLast(MessageField.digest))
        do throws(ChannelError) {
            try keys.checkHostProof(Array(data.suffix(MessageField.digest)), hostData)
        } catch {
            throw refusal(error, run, card)
        }
        try tryWasRight(run, &card)
        let own = Introduction(key: pair.point, label: card.records.label)
        do throws(ChannelError) {
            let peer = try keys.open(hostData, from: .host)
            let cardData = try keys.seal(own, from: .card)
            run.confirmation = try keys.confirmation(pair, peer.key, negotiation: run.negotiation)
            run.peer = peer
            return cardData + (try keys.cardProof(hostData, cardData))
        } catch {
            throw CardRefusal(error)
        }
    }

    /// Legacy, step 2: both keys under the common key; the try is gone before anything is computed.
    private func introduceLegacy(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        guard data.count == Introduction.length(run.suite) + MessageField.digest else {
            throw CardRefusal(.wrongLength)
        }
        guard let pair = card.records.keys[run.suite] else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
        let verifier = try spendTry(run, &card)
        let own = Introduction(key: pair.point, label: card.records.label)
        let identifier = card.records.identifier
        let keys = try CardRefusal.from { () throws(ChannelError) in
            try LegacyPairingKeys(
                common: verifier.borrow { $0.clone() },
                hostChallenge: run.hostChallenge,
                cardChallenge: run.cardChallenge,
                host: run.host,
                card: identifier
            )
        }
        let peer: Introduction
        do throws(ChannelError) {
            peer = try keys.open(data, from: .host)
        } catch {
            throw refusal(error, run, card)
        }
        try tryWasRight(run, &card)
        do throws(ChannelError) {
            let hostData = Array(data.prefix(Introduction.length(run.suite)))
            let reply = try keys.seal(own, from: .card, hostData: hostData)
            run.confirmation = try keys.confirmation(
                pair,
                peer.key,
                transcript: run.negotiation + data + reply
            )
            run.peer = peer
            return reply
        } catch {
            throw CardRefusal(error)
        }
    }

    /// The last step: the host has its private key and saw the same messages; card and host are paired.
    private func confirm(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        guard let confirmation = run.confirmation, let peer = run.peer else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        guard data.count == MessageField.digest else { throw CardRefusal(.wrongLength) }
        guard ConstantTime.equals(data, confirmation.host) else { throw CardRefusal(.verificationFailed) }
        _ = try slot(of: run, card)
        let now = time.seconds()
        let known = card.records.index(of: run.host).map { card.records.peers[$0] }
        guard known != nil || card.records.peers.count < CardRecords.maximumPeers else {
            throw CardRefusal(.notEnoughMemory)
        }
        let rights = known?.rights ?? (card.records.peers.isEmpty ? [.use, .manage] : .use)
        let record = CardPeer(
            identifier: run.host,
            suite: run.suite,
            key: peer.key.octets,
            rights: rights,
            pairedAt: now,
            label: peer.label
        )
        try save(&card) { records in
            records.peers.removeAll { $0.identifier == run.host }
            records.peers.append(record)
            records.slots[run.slot].use()
        }
        return confirmation.card
    }

    // MARK: - Tries

    private func requireReady(_ slot: PasswordSlot, at now: UInt64) throws(CardRefusal) {
        switch slot.readiness(at: now) {
        case .ready: break
        case .empty: throw CardRefusal(.conditionsOfUseNotSatisfied)
        case .blocked: throw CardRefusal(.authenticationMethodBlocked)
        case .wait(let seconds):
            throw CardRefusal(.passwordThrottled, data: UInt32(clamping: seconds).bigEndianOctets)
        }
    }

    /// The run's slot, if it is still as it was at the run's first step.
    private func slot(of run: CardPairingRun, _ card: some GuardedCard) throws(CardRefusal) -> PasswordSlot {
        let slots = card.records.slots
        guard slots.indices.contains(run.slot), slots[run.slot].salt == run.salt, !slots[run.slot].isUsed else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        return slots[run.slot]
    }

    /// Takes a try away, saved before anything is computed with it.
    func spendTry(
        _ run: CardPairingRun,
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> SharedSecret {
        let now = time.seconds()
        let slot = try slot(of: run, card)
        try requireReady(slot, at: now)
        guard let verifier = slot.verifier else { throw CardRefusal(.conditionsOfUseNotSatisfied) }
        try save(&card) { $0.slots[run.slot].spendTry(at: now) }
        return verifier
    }

    /// Gives the try back, whose password was right.
    func tryWasRight(_ run: CardPairingRun, _ card: inout some GuardedCard) throws(CardRefusal) {
        _ = try slot(of: run, card)
        try save(&card) { $0.slots[run.slot].tryWasRight() }
    }

    /// The refusal of a step that proved, or failed to prove, the password.
    func refusal(_ error: ChannelError, _ run: CardPairingRun, _ card: some GuardedCard) -> CardRefusal {
        guard error.code == .wrongPassword else { return CardRefusal(error) }
        return CardRefusal(.triesLeft(card.records.slots[run.slot].failuresLeft))
    }

    /// Changes the records; what can't be saved has not happened.
    func save(_ card: inout some GuardedCard, _ change: (inout CardRecords) -> Void) throws(CardRefusal) {
        do throws(ChannelError) { try card.update(change) } catch { throw CardRefusal(error) }
    }
}
