import JetonOctets
import SmartCard

/// One run of a pairing, host's side.
struct HostPairing {
    let identity: HostIdentity
    let label: PeerLabel
    let slot: UInt8
    let card: ChannelIdentifier
    let random: any RandomSource

    /// The proofs of the last step, once the password is proved.
    var confirmation: PairingConfirmation?

    init(
        identity: HostIdentity,
        label: PeerLabel,
        slot: UInt8,
        card: ChannelIdentifier,
        random: any RandomSource
    ) {
        self.identity = identity
        self.label = label
        self.slot = slot
        self.card = card
        self.random = random
    }

    /// All steps up to the card's proof of the password.
    ///
    /// - Parameters:
    ///   - channel: The way to the card.
    ///   - stretched: Gives what the suite makes of the password, for the salt that the card names.
    /// - Returns: Who the card is, as it proved.
    /// - Throws: ``ChannelError``.
    mutating func exchange<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        stretched: (_ salt: [UInt8]) throws(ChannelError) -> Secret
    ) throws(ChannelError) -> Introduction {
        switch identity.suite.parameters.pairing {
        case .commonKey: try exchangeLegacy(&channel, commonKey: stretched)
        case .sespake: try exchangeModern(&channel, passwordPoint: stretched)
        case .spake2Plus: try exchangeP256(&channel, scalars: stretched)
        }
    }

    /// The card's offer, and the request that it answers.
    mutating func begin<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        challenge: [UInt8] = []
    ) throws(ChannelError) -> (offer: PairingOffer, negotiation: [UInt8]) {
        let request = PairingRequest(
            suites: ChannelSuites(identity.suite),
            slot: slot,
            host: identity.identifier,
            challenge: challenge
        )
        let answer = try channel.perform(.pair, step: 1, request.encoded)
        return (try checked(PairingOffer(decoding: answer)), request.encoded + answer)
    }

    /// The last step, in which the card becomes paired.
    ///
    /// - Throws: ``ChannelError/Code/pairingUnconfirmed`` for whatever goes wrong: the card may be paired or not.
    func confirm<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>
    ) throws(ChannelError) {
        guard let confirmation else { throw ChannelError(.handshakeFailed) }
        let answer: [UInt8]
        do throws(ChannelError) {
            answer = try channel.perform(.pair, step: identity.suite.parameters.pairing.lastStep, confirmation.host)
        } catch {
            throw ChannelError(.pairingUnconfirmed, statusWord: error.statusWord, card: error.card)
        }
        guard ConstantTime.equals(answer, confirmation.card) else { throw ChannelError(.pairingUnconfirmed) }
    }

    /// What the host tells the card of itself.
    var ownIntroduction: Introduction { Introduction(key: identity.keys.point, label: label) }

    private func checked(_ offer: PairingOffer) throws(ChannelError) -> PairingOffer {
        guard offer.suite == identity.suite, offer.card == card, offer.slot == slot else {
            throw ChannelError(.handshakeFailed)
        }
        return offer
    }
}
