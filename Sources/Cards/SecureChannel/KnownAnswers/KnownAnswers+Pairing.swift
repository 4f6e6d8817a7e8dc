import JetonLibcrypto
import JetonOctets

extension KnownAnswers {
    /// A pairing in the suite P-256 with slot 1 and five tries left: password `K7M2QXRT4HWZ9A`, salt `5A`, the scalars x
    /// `77` and y `66`, and the labels "host" and "card".
    mutating func addP256Pairing() throws(ChannelError) {
        guard let host = ChannelIdentifier(Self.challenge(0xC0)), let card = ChannelIdentifier(Self.challenge(0xD0))
        else { return }
        let suite = ChannelSuite.p256
        lines.append("[spake2plus]")
        let salt = Self.challenge(0x5A)
        let symbols = Array("K7M2QXRT4HWZ9A".utf8)
        let scalars = try suite.stretched(Secret(copying: symbols.span), salt: salt)
        let record = try suite.verifier(of: scalars)
        add("w0", scalars.octets(0..<32))
        add("w1", scalars.octets(32..<64))
        add("L", record.octets(32..<97))
        let request = PairingRequest(suites: .p256, slot: 1, host: host, challenge: [])
        let offer = PairingOffer(suite: suite, card: card, slot: 1, salt: salt, challenge: [], triesLeft: 5)
        let negotiation = request.encoded + offer.encoded
        add("M1", request.encoded)
        add("A1", offer.encoded)
        let parameters = try P256PairingKeys.parameters(host, card, negotiation: negotiation)
        let shares: [UInt8]
        let proof: [UInt8]
        let agreed: Secret
        do throws(LibcryptoError) {
            let prover = try SPAKE2PlusProver(
                parameters,
                password: SPAKE2PlusPassword(scalars: scalars),
                scalar: SPAKE2PlusScalar(known: Self.scalar(0x77))
            )
            let share = prover.share
            let verifier = try SPAKE2PlusVerifier(
                parameters,
                record: SPAKE2PlusRecord(stored: record),
                receiving: share,
                scalar: SPAKE2PlusScalar(known: Self.scalar(0x66))
            )
            add("shareP", share)
            add("shareV", verifier.share)
            add("confirmV", verifier.confirmation)
            shares = share + verifier.share + verifier.confirmation
            let outcome = try prover.finish(receiving: verifier.share, confirmation: verifier.confirmation)
            proof = outcome.confirmation
            agreed = outcome.takeKey()
        } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
        add("confirmP", proof)
        add("K_shared", agreed)
        try addIntroductions(try P256PairingKeys(agreed, messages: negotiation + shares))
    }

    private mutating func addIntroductions(_ keys: borrowing P256PairingKeys) throws(ChannelError) {
        let host = try Self.key(0x11, .p256)
        let card = try Self.key(0x22, .p256)
        let ofHost = Introduction(key: host.point, label: PeerLabel(truncating: "host"))
        let ofCard = Introduction(key: card.point, label: PeerLabel(truncating: "card"))
        add("DATA_H", try keys.seal(ofHost, from: .host))
        add("DATA_T", try keys.seal(ofCard, from: .card))
        let confirmation = try keys.confirmation(host, card.point)
        add("CONF_H", confirmation.host)
        add("CONF_T", confirmation.card)
    }

    private static func scalar(_ octet: UInt8) -> Secret {
        var octets = [UInt8](repeating: octet, count: 32)
        return Secret(wiping: &octets)
    }
}
