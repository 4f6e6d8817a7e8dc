import JetonLibcrypto
import JetonOctets

/// What both ends of a pairing in the modern suite compute from the key that SESPAKE agreed on.
///
/// - SeeAlso: RFC 8133, 4; docs/secure-channel.md.
struct ModernPairingKeys: ~Copyable, Sendable {
    private static let suite = ChannelSuite.modern
    private static let hash = suite.parameters.hash
    /// The algorithm's identifier (ID_ALG).
    private static let algorithm: [UInt8] = Array("HTSC1-2012-256A".utf8)

    private let agreed: SESPAKEKey
    /// `TP`, the hash over what was said before.
    private let transcript: [UInt8]
    private let keys: IntroductionKeys

    /// What both ends authenticate beside the password.
    static func parameters(_ host: ChannelIdentifier, _ card: ChannelIdentifier, salt: [UInt8]) -> SESPAKEParameters {
        SESPAKEParameters(
            clientIdentifier: host.octets,
            serverIdentifier: card.octets,
            salt: salt,
            algorithmIdentifier: algorithm
        )
    }

    init(
        _ agreed: consuming SESPAKEKey,
        host: ChannelIdentifier,
        salt: [UInt8],
        hostPoint: [UInt8],
        cardPoint: [UInt8]
    ) throws(ChannelError) {
        let input = host.octets + [PairingOffer.pointIndex] + salt + hostPoint + cardPoint + Self.algorithm
        let hash = try Self.hash.hash(input)
        // With two counter octets every input of the key tree begins with 00, those of the proofs with 01 and 02.
        let derived = try Self.hash.keys(from: agreed.secret, "HTSC1 pair", seed: hash, counterOctets: 2, count: 64)
        transcript = hash
        keys = IntroductionKeys(derived)
        self.agreed = agreed
    }

    /// `DATA_A` or `DATA_B`: 96 bytes encrypted, and a tag of 16.
    borrowing func seal(_ introduction: Introduction, from sender: ChannelEnd) throws(ChannelError) -> [UInt8] {
        let plain = introduction.encoded
        let nonce = [UInt8](repeating: 0, count: KuznyechikMGM.nonceLength)
        let transcript = transcript
        do throws(LibcryptoError) {
            let sealed = try keys.withKey(of: sender) { (key) throws(LibcryptoError) in
                try KuznyechikMGM.seal(
                    plain.span,
                    key: key,
                    nonce: nonce.span,
                    authenticating: transcript.span,
                    tagCount: MessageField.pakeTag
                )
            }
            return sealed.ciphertext + sealed.tag
        } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
    }

    /// Reverses ``seal(_:from:)``.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed``.
    borrowing func open(_ sealed: [UInt8], from sender: ChannelEnd) throws(ChannelError) -> Introduction {
        guard sealed.count == Introduction.length(Self.suite) + MessageField.pakeTag else {
            throw ChannelError(.malformed)
        }
        let ciphertext = Array(sealed.prefix(Introduction.length(Self.suite)))
        let tag = Array(sealed.dropFirst(Introduction.length(Self.suite)))
        let nonce = [UInt8](repeating: 0, count: KuznyechikMGM.nonceLength)
        let transcript = transcript
        let plain: [UInt8]
        do throws(LibcryptoError) {
            plain = try keys.withKey(of: sender) { (key) throws(LibcryptoError) in
                try KuznyechikMGM.open(
                    ciphertext.span,
                    tag: tag.span,
                    key: key,
                    nonce: nonce.span,
                    authenticating: transcript.span
                )
            }
        } catch {
            guard error.code == .notAuthentic else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.handshakeFailed)
        }
        return try Introduction(decoding: plain, Self.suite)
    }

    /// `MAC_A`, with which the host proves the password.
    borrowing func hostProof(_ hostData: [UInt8]) throws(ChannelError) -> [UInt8] {
        do throws(LibcryptoError) { return try agreed.clientCode(clientData: hostData) } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
    }

    /// `MAC_B`, with which the card does.
    borrowing func cardProof(_ hostData: [UInt8], _ cardData: [UInt8]) throws(ChannelError) -> [UInt8] {
        do throws(LibcryptoError) { return try agreed.serverCode(clientData: hostData, serverData: cardData) } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
    }

    /// Checks the host's proof, and that its share was not one that takes the password out of the key.
    ///
    /// - Throws: ``ChannelError/Code/wrongPassword``, whichever of the two it was.
    borrowing func checkHostProof(_ proof: [UInt8], _ hostData: [UInt8]) throws(ChannelError) {
        do throws(LibcryptoError) { try agreed.checkClientCode(proof, clientData: hostData) } catch {
            throw Self.refusal(error)
        }
    }

    /// Checks the card's proof, and its share.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed``.
    borrowing func checkCardProof(
        _ proof: [UInt8],
        _ hostData: [UInt8],
        _ cardData: [UInt8]
    ) throws(ChannelError) {
        do throws(LibcryptoError) {
            try agreed.checkServerCode(proof, clientData: hostData, serverData: cardData)
        } catch {
            guard error.code == .notAuthentic else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.handshakeFailed)
        }
    }

    /// The last step's proofs, which both static keys and the negotiation go into.
    ///
    /// - Parameters:
    ///   - own: This end's static key pair.
    ///   - peer: The other end's static public key.
    ///   - negotiation: The first message and its answer.
    /// - Returns: The proofs of both ends.
    /// - Throws: ``ChannelError/Code/cryptography``.
    borrowing func confirmation(
        _ own: KeyPair,
        _ peer: SuitePublicKey,
        negotiation: [UInt8]
    ) throws(ChannelError) -> PairingConfirmation {
        let material = KeyingMaterial.octets(transcript, Self.suite)
        let hash = try Self.hash.hash(negotiation)
        let shared = try own.agreed(with: peer, material)
        return try PairingConfirmation(
            Self.hash,
            key: transcript,
            input: agreed.secret.followed(by: shared).followed(by: hash)
        )
    }

    private static func refusal(_ error: LibcryptoError) -> ChannelError {
        error.code == .notAuthentic ? ChannelError(.wrongPassword) : ChannelError(.cryptography, cryptography: error)
    }
}
