import JetonLibcrypto
import JetonOctets
import SmartCard

/// PAIR in the suite P-256, card's side.
extension ChannelApplication {
    /// Step 2: the shares, and the card's proof; the try is gone before anything is computed.
    func agreeP256(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        guard data.count == SPAKE2PlusParameters.pointLength else { throw CardRefusal(.wrongLength) }
        let stored = try spendTry(run, &card)
        let identifier = card.records.identifier
        let parameters = try CardRefusal.from { () throws(ChannelError) in
            try P256PairingKeys.parameters(run.host, identifier, negotiation: run.negotiation)
        }
        let verifier: SPAKE2PlusVerifier
        do throws(LibcryptoError) {
            let record = try stored.borrow { (stored) throws(LibcryptoError) in
                try SPAKE2PlusRecord(stored: stored)
            }
            verifier = try SPAKE2PlusVerifier(
                parameters,
                record: record,
                receiving: data,
                scalar: SPAKE2PlusScalar()
            )
        } catch {
            throw CardRefusal(error.code == .invalidInput ? .incorrectData : .executionFailed)
        }
        let answer = verifier.share + verifier.confirmation
        run.messages = run.negotiation + data + answer
        run.verifier = consume verifier
        return answer
    }

    /// Step 3: the host's proof and its key, then the card's; no data says that the card's proof does not match.
    func introduceP256(
        _ run: CardPairingRun,
        _ data: [UInt8],
        _ card: inout some GuardedCard
    ) throws(CardRefusal) -> [UInt8] {
        let proofLength = SPAKE2PlusParameters.keyLength
        guard !data.isEmpty else { throw refusal(ChannelError(.wrongPassword), run, card) }
        guard data.count == proofLength + P256PairingKeys.dataLength else { throw CardRefusal(.wrongLength) }
        guard let pair = card.records.keys[run.suite], let verifier = run.verifier.take() else {
            throw CardRefusal(.conditionsOfUseNotSatisfied)
        }
        let agreed: Secret
        do throws(LibcryptoError) {
            agreed = try verifier.finish(confirmation: Array(data.prefix(proofLength)))
        } catch {
            throw refusal(
                error.code == .notAuthentic
                    ? ChannelError(.wrongPassword) : ChannelError(.cryptography, cryptography: error),
                run,
                card
            )
        }
        try tryWasRight(run, &card)
        let own = Introduction(key: pair.point, label: card.records.label)
        do throws(ChannelError) {
            let keys = try P256PairingKeys(agreed, messages: run.messages)
            let peer = try keys.open(Array(data.dropFirst(proofLength)), from: .host)
            run.confirmation = try keys.confirmation(pair, peer.key)
            run.peer = peer
            return try keys.seal(own, from: .card)
        } catch {
            throw CardRefusal(error)
        }
    }
}
