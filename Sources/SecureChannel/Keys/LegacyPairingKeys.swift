import Libcrypto
import Octets

/// What both ends of a pairing in the legacy suite compute from the common key that the password gives.
///
/// An attacker who has recorded a pairing can try passwords on it; see docs/secure-channel.md.
struct LegacyPairingKeys: ~Copyable, Sendable {
    /// How often PBKDF2 iterates.
    static let iterations = 20_000

    private let common: Secret
    /// `R_H || R_T || ID_H || ID_T`.
    private let seed: [UInt8]
    private let keys: Secret

    /// The common key `K_C` of 32 octets.
    static func commonKey(_ password: borrowing Secret, salt: [UInt8]) throws(ChannelError) -> Secret {
        try cryptography { () throws(LibcryptoError) in
            try password.withBytes { (password) throws(LibcryptoError) in
                try Streebog.pbkdf2(password: password, salt: salt.span, iterations: iterations, count: 32)
            }
        }
    }

    init(
        common: consuming Secret,
        hostChallenge: [UInt8],
        cardChallenge: [UInt8],
        host: ChannelIdentifier,
        card: ChannelIdentifier
    ) throws(ChannelError) {
        let seed = hostChallenge + cardChallenge + host.octets + card.octets
        let label = Array("HTSC1 lpair".utf8)
        keys = try cryptography { () throws(LibcryptoError) in
            try common.withBytes { (common) throws(LibcryptoError) in
                try Streebog.keyTree(key: common, label: label.span, seed: seed.span, counterOctets: 2, count: 128)
            }
        }
        self.seed = seed
        self.common = common
    }

    /// An introduction, encrypted, followed by its MAC: 96 and 32 bytes.
    ///
    /// - Parameter hostData: What the host sent, without the MAC, if this is the card's.
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
        guard sealed.count == Introduction.length + MessageField.digest else { throw ChannelError(.malformed) }
        let data = Array(sealed.prefix(Introduction.length))
        guard ConstantTime.equals(try mac(data, sender, hostData), Array(sealed.dropFirst(Introduction.length))) else {
            throw ChannelError(.wrongPassword)
        }
        return try Introduction(decoding: try encrypt(data, sender), .legacy)
    }

    /// The last step's proofs.
    ///
    /// - Parameter transcript: All four messages before it, one behind the other.
    borrowing func confirmation(
        _ own: borrowing GOSTPrivateKey,
        _ peer: GOSTPublicKey,
        transcript: [UInt8]
    ) throws(ChannelError) -> PairingConfirmation {
        let hash = try cryptography { () throws(LibcryptoError) in try Streebog.hash256(transcript.span) }
        let shared = try own.agreed(with: peer, KeyingMaterial.octets(hash, .legacy))
        return try PairingConfirmation(key: hash, input: common.followed(by: shared))
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
        return try cryptography { () throws(LibcryptoError) in
            try keys.withBytes { (keys) throws(LibcryptoError) in
                try Streebog.hmac256(key: keys.extracting(start..<start + 32), input.span)
            }
        }
    }
}
