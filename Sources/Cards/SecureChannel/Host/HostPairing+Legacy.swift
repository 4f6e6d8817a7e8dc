import JetonOctets
import SmartCard

extension HostPairing {
    /// The legacy suite up to the card's proof of the password.
    mutating func exchangeLegacy<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        commonKey: (_ salt: [UInt8]) throws(ChannelError) -> Secret
    ) throws(ChannelError) -> Introduction {
        let challenge = try random.octets(MessageField.challenge)
        let (offer, negotiation) = try begin(&channel, challenge: challenge)
        let keys = try LegacyPairingKeys(
            common: try commonKey(offer.salt),
            hostChallenge: challenge,
            cardChallenge: offer.challenge,
            host: identity.identifier,
            card: card
        )
        let data = try keys.seal(ownIntroduction, from: .host)
        let reply = try channel.perform(.pair, step: 2, data)
        let hostData = Array(data.prefix(Introduction.length(identity.suite)))
        let introduction: Introduction
        do throws(ChannelError) {
            introduction = try keys.open(reply, from: .card, hostData: hostData)
        } catch {
            // An end that took this one's proof and can't make its own is not the card.
            throw error.code == .wrongPassword ? ChannelError(.handshakeFailed) : error
        }
        confirmation = try keys.confirmation(
            identity.keys,
            introduction.key,
            transcript: negotiation + data + reply
        )
        return introduction
    }
}
