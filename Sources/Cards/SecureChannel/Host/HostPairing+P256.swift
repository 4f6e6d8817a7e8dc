import JetonLibcrypto
import JetonOctets
import SmartCard

extension HostPairing {
    /// The suite P-256 up to the card's introduction.
    mutating func exchangeP256<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>,
        scalars: (_ salt: [UInt8]) throws(ChannelError) -> Secret
    ) throws(ChannelError) -> Introduction {
        let (offer, negotiation) = try begin(&channel)
        let parameters = try P256PairingKeys.parameters(identity.identifier, card, negotiation: negotiation)
        let scalars = try scalars(offer.salt)
        let prover = try cryptography { () throws(LibcryptoError) in
            try SPAKE2PlusProver(
                parameters,
                password: SPAKE2PlusPassword(scalars: scalars),
                scalar: SPAKE2PlusScalar()
            )
        }
        let share = prover.share
        let answer = try channel.perform(.pair, step: 2, share)
        guard answer.count == SPAKE2PlusParameters.pointLength + SPAKE2PlusParameters.keyLength else {
            throw ChannelError(.malformed)
        }
        let outcome: SPAKE2PlusProver.Outcome
        do throws(LibcryptoError) {
            outcome = try prover.finish(
                receiving: Array(answer.prefix(SPAKE2PlusParameters.pointLength)),
                confirmation: Array(answer.suffix(SPAKE2PlusParameters.keyLength))
            )
        } catch {
            switch error.code {
            case .notAuthentic: throw abandon(&channel)
            case .invalidInput: throw ChannelError(.handshakeFailed)
            default: throw ChannelError(.cryptography, cryptography: error)
            }
        }
        let proof = outcome.confirmation
        let keys = try P256PairingKeys(outcome.takeKey(), messages: negotiation + share + answer)
        let data = try keys.seal(ownIntroduction, from: .host)
        let reply = try channel.perform(.pair, step: 3, proof + data)
        let introduction = try keys.open(reply, from: .card)
        confirmation = try keys.confirmation(identity.keys, introduction.key)
        return introduction
    }

    /// Tells the card that its confirmation does not match, and asks for the tries that are left.
    ///
    /// - Returns: ``ChannelError/Code/wrongPassword`` if the card agrees that the password is wrong.
    private func abandon<Transport: CardTransport & ~Copyable>(
        _ channel: inout CardChannel<Transport>
    ) -> ChannelError {
        do throws(ChannelError) {
            _ = try channel.perform(.pair, step: 3)
        } catch {
            if error.code == .wrongPassword { return error }
        }
        return ChannelError(.handshakeFailed)
    }
}
