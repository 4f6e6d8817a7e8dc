import JetonLibcrypto

/// One run of a pairing, card's side; there is at most one.
final class CardPairingRun {
    /// The first message and its answer, which the last step vouches for.
    let negotiation: [UInt8]
    let host: ChannelIdentifier
    let suite: ChannelSuite
    /// The slot's place, and the salt by which it is known again.
    let slot: Int
    let salt: [UInt8]
    let hostChallenge: [UInt8]
    let cardChallenge: [UInt8]
    /// When it began, in seconds since 1970.
    let start: UInt64
    /// The step that may come next.
    var nextStep: UInt8 = 2
    /// What SESPAKE came to, in the modern suite.
    var modernKeys: ModernPairingKeys?
    /// What SPAKE2+ waits for, in the suite P-256.
    var verifier: SPAKE2PlusVerifier?
    /// The first two messages, each followed by its answer, in the suite P-256.
    var messages: [UInt8] = []
    /// Who the host is, once it has proved the password.
    var peer: Introduction?
    /// The proofs of the last step.
    var confirmation: PairingConfirmation?

    init(_ request: PairingRequest, _ requestOctets: [UInt8], _ offer: PairingOffer, start: UInt64) {
        negotiation = requestOctets + offer.encoded
        host = request.host
        suite = offer.suite
        slot = Int(offer.slot) - 1
        salt = offer.salt
        hostChallenge = request.challenge
        cardChallenge = offer.challenge
        self.start = start
    }

    /// Whether the run may go on at a time.
    func isAlive(at now: UInt64) -> Bool { now >= start && now - start <= CardRecords.pairingSeconds }
}
