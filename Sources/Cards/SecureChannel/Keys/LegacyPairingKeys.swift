import JetonLibcrypto
import JetonOctets

/// What both ends of a pairing in the legacy suite compute from the common key that the password gives.
///
/// An attacker who has recorded a pairing can try passwords on it; see docs/secure-channel.md.
struct LegacyPairingKeys: ~Copyable, Sendable {
    private static let suite = ChannelSuite.legacy
    private static let hash = suite.parameters.hash

    private let common: Secret
    /// `R_H || R_T || ID_H || ID_T`.
    private let seed: [UInt8]
    private let keys: Secret

    init(
        common: consuming Secret,
        hostChallenge: [UInt8],
        cardChallenge: [UInt8],
        host: ChannelIdentifier,
        card: ChannelIdentifier
    ) throws(ChannelError) {
        let seed = hostChallenge + cardChallenge + host.octets + card.octets
        keys = try Self.hash.keys(from: common, "HTSC1 lpair", seed: seed, counterOctets: 2, count: 128)
        self.seed = seed
        self.common = common
    }

    /// An introduction, encrypted, followed by its MAC: 96 and 32 bytes.
    ///
    /// - Parameters:
    ///   - introduction: Who the sender is.
    ///   - sender: The end that sends it.
    ///   - hostData: What the host sent, without the MAC, if this is the card's.
    /// - Returns: The message, 128 bytes.
    /// - Throws: ``ChannelError/Code/cryptography``.
    borrowing func seal(
        _ introduction: Introduction,
        from sender: ChannelEnd,
        hostData: [UInt8] = []
    ) throws(ChannelError) -> [UInt8] {
        let data = try encrypt(introduction.encoded, sender)
        return data + (try mac(data, sender, hostData))
    }

    /// Reverses ``seal(_:from:hostData:)``.
    ///
    /// - Throws: ``ChannelError/Code/wrongPassword`` if the MAC does not match.
    borrowing func open(
        _ sealed: [UInt8],
        from sender: ChannelEnd,
        hostData: [UInt8] = []
    ) throws(ChannelError) -> Introduction {
        guard sealed.count == Introduction.length(Self.suite) + MessageField.digest else {
            throw ChannelError(.malformed)
        }
        let data = Array(sealed.prefix(Introduction.length(Self.suite)))
        guard
            ConstantTime.equals(
                try mac(data, sender, hostData),
                Array(sealed.dropFirst(Introduction.length(Self.suite)))
            )
        else {
            throw ChannelError(.wrongPassword)
        }
        return try Introduction(decoding: try encrypt(data, sender), Self.suite)
    }

    /// The last step's proofs.
    ///
    /// - Parameters:
    ///   - own: This end's static key pair.
    ///   - peer: The other end's static public key.
    ///   - transcript: All four messages before it, one behind the other.
    /// - Returns: The proofs of both ends.
    /// - Throws: ``ChannelError/Code/cryptography``.
    borrowing func confirmation(
        _ own: KeyPair,
        _ peer: SuitePublicKey,
        transcript: [UInt8]
    ) throws(ChannelError) -> PairingConfirmation {
        let hash = try Self.hash.hash(transcript)
        let shared = try own.agreed(with: peer, KeyingMaterial.octets(hash, Self.suite))
        return try PairingConfirmation(Self.hash, key: hash, input: common.followed(by: shared))
    }

    /// Encrypts or decrypts, which is the same in counter mode; each key is used for one message only.
    private borrowing func encrypt(_ octets: [UInt8], _ sender: ChannelEnd) throws(ChannelError) -> [UInt8] {
        let start = sender == .host ? 0 : 64
        let initial = [UInt8](repeating: 0, count: 8)
        return try cryptography { () throws(LibcryptoError) in
            try keys.withBytes { (keys) throws(LibcryptoError) in
                try GOST28147.counterMode(
                    octets.span,
                    key: keys.extracting(start..<start + 32),
                    iv: initial.span
                )
            }
        }
    }

    private borrowing func mac(_ data: [UInt8], _ sender: ChannelEnd, _ hostData: [UInt8]) throws(ChannelError)
        -> [UInt8]
    {
        let start = sender == .host ? 32 : 96
        let input = seed + hostData + data
        return try keys.withBytes { (keys) throws(ChannelError) in
            try Self.hash.code(input.span, key: keys.extracting(start..<start + 32))
        }
    }
}
