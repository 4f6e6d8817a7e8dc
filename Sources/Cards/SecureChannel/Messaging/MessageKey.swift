import JetonLibcrypto
import JetonOctets
import SmartCard

/// A leaf of a direction's key tree, with which up to 64 messages are protected.
///
/// - SeeAlso: RFC 9227, 4.1 (the tree), 4.3.1 (the nonce).
struct MessageKey: ~Copyable, Sendable {
    private let cipher: MessageCipher
    private let tagLength: Int
    private let key: Secret
    private let salt: [UInt8]
    /// The key set up for messages, where that is worth keeping.
    private var mgm: KuznyechikMGM?

    init(_ suite: ChannelSuite, _ direction: borrowing DirectionKey, leaf: UInt64) throws(ChannelError) {
        let parameters = suite.parameters
        cipher = parameters.cipher
        tagLength = parameters.tagLength
        salt = direction.salt
        let key = try Self.octets(suite, direction, leaf: leaf)
        mgm =
            switch cipher {
            case .gost28147, .aes256GCM: nil
            case .kuznyechikMGM:
                try cryptography { () throws(LibcryptoError) in
                    try key.withBytes { (key) throws(LibcryptoError) in try KuznyechikMGM(key: key) }
                }
            }
        self.key = key
    }

    /// The leaf's 32 octets; AES has no tree, and every leaf is the root.
    static func octets(
        _ suite: ChannelSuite,
        _ direction: borrowing DirectionKey,
        leaf: UInt64
    ) throws(ChannelError) -> Secret {
        switch suite.parameters.cipher {
        case .gost28147, .kuznyechikMGM:
            try cryptography { () throws(LibcryptoError) in
                try direction.root.withBytes { (root) throws(LibcryptoError) in
                    try MessageKeyTree.key(
                        root: root,
                        first: UInt8(truncatingIfNeeded: leaf >> 32),
                        second: UInt16(truncatingIfNeeded: leaf >> 16),
                        third: UInt16(truncatingIfNeeded: leaf)
                    )
                }
            }
        case .aes256GCM: direction.root.clone()
        }
    }

    mutating func seal(
        _ plaintext: [UInt8],
        authenticating authenticated: [UInt8],
        number: UInt64
    ) throws(ChannelError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        do throws(LibcryptoError) {
            switch cipher {
            case .gost28147:
                let keys = try GOST28147Message(key, number)
                let ciphertext = try keys.counterMode(plaintext)
                return (ciphertext, try keys.check(ciphertext, authenticated))
            case .kuznyechikMGM:
                let input = number.bigEndianOctets + authenticated
                let nonce = placeNonce(number)
                let sealed = try mgm?.seal(
                    plaintext.span,
                    nonce: nonce.span,
                    authenticating: input.span,
                    tagCount: tagLength
                )
                guard let sealed else { throw LibcryptoError(.failed) }
                return sealed
            case .aes256GCM:
                let input = number.bigEndianOctets + authenticated
                let nonce = countedNonce(number)
                return try key.withBytes { (key) throws(LibcryptoError) in
                    try AES256GCM.seal(plaintext, key: key, nonce: nonce, authenticating: input)
                }
            }
        } catch {
            throw ChannelError(.cryptography, cryptography: error)
        }
    }

    mutating func open(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        authenticating authenticated: [UInt8],
        number: UInt64
    ) throws(ChannelError) -> [UInt8] {
        do throws(LibcryptoError) {
            switch cipher {
            case .gost28147:
                let keys = try GOST28147Message(key, number)
                let expected = try keys.check(ciphertext, authenticated)
                guard ConstantTime.equals(expected, tag) else { throw LibcryptoError(.notAuthentic) }
                return try keys.counterMode(ciphertext)
            case .kuznyechikMGM:
                let input = number.bigEndianOctets + authenticated
                let nonce = placeNonce(number)
                let plaintext = try mgm?.open(
                    ciphertext.span,
                    tag: tag.span,
                    nonce: nonce.span,
                    authenticating: input.span
                )
                guard let plaintext else { throw LibcryptoError(.failed) }
                return plaintext
            case .aes256GCM:
                let input = number.bigEndianOctets + authenticated
                let nonce = countedNonce(number)
                return try key.withBytes { (key) throws(LibcryptoError) in
                    try AES256GCM.open(ciphertext, tag: tag, key: key, nonce: nonce, authenticating: input)
                }
            }
        } catch {
            guard error.code == .notAuthentic else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.messageNotAuthentic)
        }
    }

    /// `00 || pnum (3) || salt (12)`: the message's place below its leaf, and the direction's salt.
    private borrowing func placeNonce(_ number: UInt64) -> [UInt8] {
        let place = UInt32(number % MessageDirection.messagesPerLeaf)
        return place.bigEndianOctets + salt
    }

    /// The salt, whose last 8 bytes are combined with the message's number by exclusive or.
    ///
    /// - SeeAlso: RFC 8446, 5.3, which makes nonces the same way.
    private borrowing func countedNonce(_ number: UInt64) -> [UInt8] {
        let counter = [0, 0, 0, 0] + number.bigEndianOctets
        return zip(salt, counter).map { $0 ^ $1 }
    }
}
