import Libcrypto
import Octets
import SmartCard

/// One run of a pairing, host's side.
struct HostPairing {
    let identity: HostIdentity
    let label: PeerLabel
    let slot: UInt8
    let card: ChannelIdentifier
    let random: any RandomSource

    private var confirmation: PairingConfirmation?
    private var confirmationStep: UInt8 = 0

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

    /// The modern suite up to the card's proof of the password.
    ///
    /// - Parameter passwordPoint: Gives Q_PW for the salt that the card names.
    /// - Returns: Who the card is, as it proved.
    mutating func exchangeModern<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        passwordPoint: (_ salt: [UInt8]) throws(ChannelError) -> [UInt8]
    ) throws(ChannelError) -> Introduction {
        let request = PairingRequest(suites: .modern, slot: slot, host: identity.identifier, challenge: [])
        let answer = try channel.perform(.pair, step: 1, request.encoded)
        let offer = try checked(PairingOffer(decoding: answer))
        let parameters = ModernPairingKeys.parameters(identity.identifier, card, salt: offer.salt)
        let point = try passwordPoint(offer.salt)
        let client = try cryptography { () throws(LibcryptoError) in
            try SESPAKEClient(parameters, passwordPoint: point)
        }
        let share = client.share
        let cardShare = try channel.perform(.pair, step: 2, share)
        let agreed: SESPAKEKey
        do throws(LibcryptoError) {
            agreed = try client.finish(receiving: cardShare)
        } catch {
            throw ChannelError(error.code == .invalidInput ? .handshakeFailed : .cryptography, cryptography: error)
        }
        let keys = try ModernPairingKeys(
            agreed,
            host: identity.identifier,
            salt: offer.salt,
            hostPoint: share,
            cardPoint: cardShare
        )
        let data = try keys.seal(ownIntroduction, from: .host)
        let reply = try channel.perform(.pair, step: 3, data + (try keys.hostProof(data)))
        let cardData = Array(reply.prefix(Introduction.length + MessageField.pakeTag))
        try keys.checkCardProof(Array(reply.dropFirst(cardData.count)), data, cardData)
        let introduction = try checked(try keys.open(cardData, from: .card))
        confirmation = try keys.confirmation(
            identity.keys.privateKey,
            introduction.key,
            negotiation: request.encoded + answer
        )
        confirmationStep = 4
        return introduction
    }

    /// The legacy suite up to the card's proof of the password.
    ///
    /// - Parameter commonKey: Gives K_C for the salt that the card names.
    /// - Returns: Who the card is, as it proved.
    mutating func exchangeLegacy<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        commonKey: (_ salt: [UInt8]) throws(ChannelError) -> Secret
    ) throws(ChannelError) -> Introduction {
        let challenge = try random.octets(MessageField.challenge)
        let request = PairingRequest(suites: .legacy, slot: slot, host: identity.identifier, challenge: challenge)
        let answer = try channel.perform(.pair, step: 1, request.encoded)
        let offer = try checked(PairingOffer(decoding: answer))
        let keys = try LegacyPairingKeys(
            common: try commonKey(offer.salt),
            hostChallenge: challenge,
            cardChallenge: offer.challenge,
            host: identity.identifier,
            card: card
        )
        let data = try keys.seal(ownIntroduction, from: .host)
        let reply = try channel.perform(.pair, step: 2, data)
        let hostData = Array(data.prefix(Introduction.length))
        let opened: Introduction
        do throws(ChannelError) {
            opened = try keys.open(reply, from: .card, hostData: hostData)
        } catch {
            // Whoever took this end's proof and can't make one is not the card.
            throw error.code == .wrongPassword ? ChannelError(.handshakeFailed) : error
        }
        let introduction = try checked(opened)
        confirmation = try keys.confirmation(
            identity.keys.privateKey,
            introduction.key,
            transcript: request.encoded + answer + data + reply
        )
        confirmationStep = 3
        return introduction
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
            answer = try channel.perform(.pair, step: confirmationStep, confirmation.host)
        } catch {
            throw ChannelError(.pairingUnconfirmed, statusWord: error.statusWord, card: error.card)
        }
        guard ConstantTime.equals(answer, confirmation.card) else { throw ChannelError(.pairingUnconfirmed) }
    }

    private var ownIntroduction: Introduction { Introduction(key: identity.keys.privateKey.publicKey, label: label) }

    private func checked(_ offer: PairingOffer) throws(ChannelError) -> PairingOffer {
        guard offer.suite == identity.suite, offer.card == card, offer.slot == slot else {
            throw ChannelError(.handshakeFailed)
        }
        return offer
    }

    private func checked(_ introduction: Introduction) throws(ChannelError) -> Introduction {
        guard introduction.key.octets != identity.keys.publicKey else { throw ChannelError(.handshakeFailed) }
        return introduction
    }
}
