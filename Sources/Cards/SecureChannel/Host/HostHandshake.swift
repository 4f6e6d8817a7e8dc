import JetonOctets

/// The handshake of one session, host's side.
struct HostHandshake {
    /// What the card's answer comes to.
    struct Result: ~Copyable {
        /// The session's keys.
        let keys: SessionKeys
        /// The host's proof, which goes to the card next.
        let proof: [UInt8]
        /// Which session of the pairing this is.
        let counter: UInt32
    }

    /// The first message.
    let request: SessionRequest
    private let identity: HostIdentity
    private let ephemeral: KeyPair?
    private let cardKey: SuitePublicKey

    init(
        _ identity: HostIdentity,
        _ pairing: CardPairing,
        isEphemeral: Bool,
        random: some RandomSource
    ) throws(ChannelError) {
        let suite = pairing.suite
        self.identity = identity
        cardKey = try suite.publicKey(pairing.cardKey)
        ephemeral = isEphemeral ? try random.keyPair(for: suite) : nil
        request = SessionRequest(
            suite: suite,
            host: identity.identifier,
            card: pairing.card,
            challenge: try random.octets(MessageField.challenge),
            ephemeralKey: ephemeral?.publicKey
        )
    }

    /// Checks the card's answer, and derives the keys.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` if the card could not prove who it is.
    func finish(receiving answer: [UInt8]) throws(ChannelError) -> Result {
        let offer = try SessionOffer(decoding: answer, request.suite, isEphemeral: ephemeral != nil)
        let agreement = SessionAgreement(
            end: .host,
            own: identity.keys,
            ownEphemeral: ephemeral,
            peer: cardKey,
            peerEphemeral: try offer.ephemeralKey.map { (octets) throws(ChannelError) in
                try request.suite.publicKey(octets)
            },
            material: try SessionKeys.keyingMaterial(
                request.suite,
                hostChallenge: request.challenge,
                cardChallenge: offer.challenge
            )
        )
        let hash = try SessionKeys.transcriptHash(
            request,
            offer,
            hostKey: identity.keys.publicKey,
            cardKey: cardKey.octets
        )
        let keys = try SessionKeys(request.suite, agreed: try agreement.agreed(), transcriptHash: hash)
        guard ConstantTime.equals(try keys.cardProof(transcriptHash: hash), offer.mac) else {
            throw ChannelError(.handshakeFailed)
        }
        let proof = try keys.hostProof(transcriptHash: hash, cardProof: offer.mac)
        return Result(keys: keys, proof: proof, counter: offer.counter)
    }
}
