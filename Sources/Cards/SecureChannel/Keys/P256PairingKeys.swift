import JetonLibcrypto
import JetonOctets

/// What both ends of a pairing in the suite P-256 compute from the key that SPAKE2+ agreed on.
///
/// - SeeAlso: RFC 9383; docs/secure-channel.md.
struct P256PairingKeys: ~Copyable, Sendable {
    private static let suite = ChannelSuite.p256
    private static let hash = suite.parameters.hash
    /// What tells SPAKE2+ of this protocol from that of others.
    private static let protocolName: [UInt8] = Array("HTSC1-P256".utf8)
    /// `DATA_H` or `DATA_T`, in bytes.
    static let dataLength = Introduction.length(suite) + AuthenticatedCipher.tagLength

    private let agreed: Secret
    /// `TP`, the hash over the first two messages and their answers.
    private let transcript: [UInt8]
    private let keys: IntroductionKeys

    /// What both ends of SPAKE2+ authenticate beside the password.
    ///
    /// - Parameters:
    ///   - host: The host's identifier.
    ///   - card: The card's identifier.
    ///   - negotiation: The first message and its answer.
    /// - Returns: The parameters of the run.
    /// - Throws: ``ChannelError/Code/cryptography``.
    static func parameters(
        _ host: ChannelIdentifier,
        _ card: ChannelIdentifier,
        negotiation: [UInt8]
    ) throws(ChannelError) -> SPAKE2PlusParameters {
        try cryptography { () throws(LibcryptoError) in
            try SPAKE2PlusParameters(
                context: protocolName + negotiation,
                proverIdentity: host.octets,
                verifierIdentity: card.octets
            )
        }
    }

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - agreed: K_shared, 32 bytes.
    ///   - messages: The first two messages, each followed by its answer.
    /// - Throws: ``ChannelError/Code/cryptography``.
    init(_ agreed: consuming Secret, messages: [UInt8]) throws(ChannelError) {
        let transcript = try Self.hash.hash(messages)
        let derived = try Self.hash.keys(from: agreed, "HTSC1 pair", seed: transcript, count: 64)
        self.transcript = transcript
        keys = IntroductionKeys(derived)
        self.agreed = agreed
    }

    /// `DATA_H` or `DATA_T`.
    borrowing func seal(_ introduction: Introduction, from sender: ChannelEnd) throws(ChannelError) -> [UInt8] {
        let plain = introduction.encoded
        let transcript = transcript
        do throws(LibcryptoError) {
            let sealed = try keys.withKey(of: sender) { (key) throws(LibcryptoError) in
                try AES256GCM.seal(plain, key: key, nonce: Self.nonce, authenticating: transcript)
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
        guard sealed.count == Self.dataLength else { throw ChannelError(.malformed) }
        let ciphertext = Array(sealed.dropLast(AuthenticatedCipher.tagLength))
        let tag = Array(sealed.suffix(AuthenticatedCipher.tagLength))
        let transcript = transcript
        let plain: [UInt8]
        do throws(LibcryptoError) {
            plain = try keys.withKey(of: sender) { (key) throws(LibcryptoError) in
                try AES256GCM.open(ciphertext, tag: tag, key: key, nonce: Self.nonce, authenticating: transcript)
            }
        } catch {
            guard error.code == .notAuthentic else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.handshakeFailed)
        }
        return try Introduction(decoding: plain, Self.suite)
    }

    /// The last step's proofs, which both static keys go into.
    borrowing func confirmation(_ own: KeyPair, _ peer: SuitePublicKey) throws(ChannelError) -> PairingConfirmation {
        let shared = try own.agreed(with: peer, [])
        return try PairingConfirmation(Self.hash, key: transcript, input: agreed.followed(by: shared))
    }

    /// Each key seals one message.
    private static let nonce = [UInt8](repeating: 0, count: AuthenticatedCipher.nonceLength)
}
