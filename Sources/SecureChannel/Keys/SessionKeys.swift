import Libcrypto
import Octets

/// What both ends of a session derive from its handshake.
struct SessionKeys: ~Copyable, Sendable {
    /// Key of the host's proof.
    let hostConfirmation: Secret
    /// Key of the card's proof.
    let cardConfirmation: Secret
    /// Keys of the commands.
    let hostToCard: DirectionKey
    /// Keys of the answers.
    let cardToHost: DirectionKey

    /// The user keying material of all key agreements: the first octets of Streebog-256 of suite and challenges.
    static func keyingMaterial(
        _ suite: ChannelSuite,
        hostChallenge: [UInt8],
        cardChallenge: [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        let input = [suite.rawValue] + hostChallenge + cardChallenge
        let hash = try cryptography { () throws(LibcryptoError) in try Streebog.hash256(input.span) }
        return KeyingMaterial.octets(hash, suite)
    }

    /// The hash over all that both ends have said, and over their static keys.
    static func transcriptHash(
        _ request: SessionRequest,
        _ offer: SessionOffer,
        hostKey: [UInt8],
        cardKey: [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        let input = request.encoded + offer.unauthenticated + hostKey + cardKey
        return try cryptography { () throws(LibcryptoError) in try Streebog.hash256(input.span) }
    }

    /// `K_ms`, from which all other keys come.
    static func masterKey(_ agreed: borrowing Secret, transcriptHash: [UInt8]) throws(ChannelError) -> Secret {
        try cryptography { () throws(LibcryptoError) in
            var key = try agreed.withBytes { (agreed) throws(LibcryptoError) in
                try Streebog.hmac256(key: transcriptHash.span, agreed)
            }
            return Secret(wiping: &key)
        }
    }

    /// The 160 octets that keys are cut from; the last 8 are not used.
    static func material(_ masterKey: borrowing Secret, transcriptHash: [UInt8]) throws(ChannelError) -> Secret {
        let label = Array("HTSC1 session".utf8)
        return try cryptography { () throws(LibcryptoError) in
            try masterKey.withBytes { (key) throws(LibcryptoError) in
                try Streebog.keyTree(
                    key: key,
                    label: label.span,
                    seed: transcriptHash.span,
                    counterOctets: 1,
                    count: 160
                )
            }
        }
    }

    /// Derives the keys.
    ///
    /// - Parameter agreed: `[ee || es || se] || ss`.
    init(agreed: borrowing Secret, transcriptHash: [UInt8]) throws(ChannelError) {
        let masterKey = try Self.masterKey(agreed, transcriptHash: transcriptHash)
        let material = try Self.material(masterKey, transcriptHash: transcriptHash)
        hostConfirmation = material.part(0..<32)
        cardConfirmation = material.part(32..<64)
        hostToCard = DirectionKey(root: material.part(64..<96), salt: material.octets(128..<140))
        cardToHost = DirectionKey(root: material.part(96..<128), salt: material.octets(140..<152))
    }

    /// `MAC_T`, the card's proof.
    func cardProof(transcriptHash: [UInt8]) throws(ChannelError) -> [UInt8] {
        try Self.proof(cardConfirmation, [0x02] + transcriptHash)
    }

    /// `MAC_H`, the host's proof.
    func hostProof(transcriptHash: [UInt8], cardProof: [UInt8]) throws(ChannelError) -> [UInt8] {
        try Self.proof(hostConfirmation, [0x01] + transcriptHash + cardProof)
    }

    private static func proof(_ key: borrowing Secret, _ input: [UInt8]) throws(ChannelError) -> [UInt8] {
        try cryptography { () throws(LibcryptoError) in
            try key.withBytes { (key) throws(LibcryptoError) in try Streebog.hmac256(key: key, input.span) }
        }
    }
}
