import JetonOctets

/// A session's handshake between its two steps, card's side; one for each logical channel.
final class CardHandshake {
    let peer: CardPeer
    /// Which session of the pairing it is to be.
    let counter: UInt32
    /// The proof that the host must send.
    let hostProof: [UInt8]
    let keys: SessionKeys
    /// The card's answer to the first message.
    let answer: [UInt8]

    /// Computes the card's answer.
    init(
        _ request: SessionRequest,
        _ peer: CardPeer,
        _ own: KeyPair,
        random: any RandomSource
    ) throws(ChannelError) {
        let suite = request.suite
        let ephemeral = request.ephemeralKey == nil ? nil : try random.keyPair(for: suite)
        self.peer = peer
        counter = peer.counter + 1
        var offer = SessionOffer(
            challenge: try random.octets(MessageField.challenge),
            counter: counter,
            ephemeralKey: ephemeral?.publicKey
        )
        let agreement = SessionAgreement(
            end: .card,
            own: own,
            ownEphemeral: ephemeral,
            peer: try suite.publicKey(peer.key),
            peerEphemeral: try request.ephemeralKey.map { (octets) throws(ChannelError) in
                try suite.publicKey(octets)
            },
            material: try SessionKeys.keyingMaterial(
                suite,
                hostChallenge: request.challenge,
                cardChallenge: offer.challenge
            )
        )
        let hash = try SessionKeys.transcriptHash(request, offer, hostKey: peer.key, cardKey: own.publicKey)
        keys = try SessionKeys(suite, agreed: try agreement.agreed(), transcriptHash: hash)
        offer.mac = try keys.cardProof(transcriptHash: hash)
        hostProof = try keys.hostProof(transcriptHash: hash, cardProof: offer.mac)
        answer = offer.encoded
    }
}
