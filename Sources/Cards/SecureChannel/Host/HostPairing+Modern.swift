import JetonLibcrypto
import JetonOctets
import SmartCard

extension HostPairing {
    /// The modern suite up to the card's proof of the password.
    mutating func exchangeModern<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        passwordPoint: (_ salt: [UInt8]) throws(ChannelError) -> Secret
    ) throws(ChannelError) -> Introduction {
        let (offer, negotiation) = try begin(&channel)
        let parameters = ModernPairingKeys.parameters(identity.identifier, card, salt: offer.salt)
        let point = try passwordPoint(offer.salt)
        let client = try cryptography { () throws(LibcryptoError) in
            try SESPAKEClient(parameters, passwordPoint: point.clone())
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
        let cardData = Array(reply.prefix(Introduction.length(identity.suite) + MessageField.pakeTag))
        try keys.checkCardProof(Array(reply.dropFirst(cardData.count)), data, cardData)
        let introduction = try keys.open(cardData, from: .card)
        confirmation = try keys.confirmation(identity.keys, introduction.key, negotiation: negotiation)
        return introduction
    }
}
