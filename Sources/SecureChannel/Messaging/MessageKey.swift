import Libcrypto
import Octets
import SmartCard

/// A leaf of a direction's key tree, with which up to 64 messages are protected.
///
/// - SeeAlso: RFC 9227, 4.1 (the tree), 4.3.1 (the nonce).
struct MessageKey: ~Copyable, Sendable {
    private let key: Secret
    private let salt: [UInt8]
    /// The key set up for messages, in the modern suite.
    private var mgm: KuznyechikMGM?

    init(_ suite: ChannelSuite, _ direction: borrowing DirectionKey, leaf: UInt64) throws(ChannelError) {
        salt = direction.salt
        let key = try Self.octets(direction, leaf: leaf)
        mgm = nil
        if suite == .modern {
            mgm = try cryptography { () throws(LibcryptoError) in
                try key.withBytes { (key) throws(LibcryptoError) in try KuznyechikMGM(key: key) }
            }
        }
        self.key = key
    }

    /// The leaf's 32 octets.
    static func octets(_ direction: borrowing DirectionKey, leaf: UInt64) throws(ChannelError) -> Secret {
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
    }

    mutating func seal(
        _ plaintext: [UInt8],
        authenticating authenticated: [UInt8],
        number: UInt64
    ) throws(ChannelError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        do throws(LibcryptoError) {
            let input = number.bigEndianOctets + authenticated
            let nonce = nonce(number)
            if let sealed = try mgm?.seal(
                plaintext.span,
                nonce: nonce.span,
                authenticating: input.span,
                tagCount: ChannelSuite.modern.tagLength
            ) {
                return sealed
            }
            let keys = try recordKeys(number)
            let ciphertext = try Self.counterMode(plaintext, keys, number)
            return (ciphertext, try Self.check(ciphertext, authenticated, keys, number))
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
            let input = number.bigEndianOctets + authenticated
            let nonce = nonce(number)
            if let plaintext = try mgm?.open(
                ciphertext.span,
                tag: tag.span,
                nonce: nonce.span,
                authenticating: input.span
            ) {
                return plaintext
            }
            let keys = try recordKeys(number)
            let expected = try Self.check(ciphertext, authenticated, keys, number)
            guard ConstantTime.equals(expected, tag) else { throw LibcryptoError(.notAuthentic) }
            return try Self.counterMode(ciphertext, keys, number)
        } catch {
            guard error.code == .notAuthentic else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.messageNotAuthentic)
        }
    }

    /// `00 || pnum (3) || salt (12)`: the message's place below its leaf, and the direction's salt.
    private borrowing func nonce(_ number: UInt64) -> [UInt8] {
        let place = UInt32(number % MessageDirection.messagesPerLeaf)
        return place.bigEndianOctets + salt
    }

    // MARK: - Legacy suite

    /// `k_enc || k_mac` of one message.
    private borrowing func recordKeys(_ number: UInt64) throws(LibcryptoError) -> Secret {
        try key.withBytes { (key) throws(LibcryptoError) in try Self.recordKeys(key, number) }
    }

    static func recordKeys(_ key: Span<UInt8>, _ number: UInt64) throws(LibcryptoError) -> Secret {
        let label = Array("HTSC1 rec".utf8)
        let seed = number.bigEndianOctets
        return try Streebog.keyTree(key: key, label: label.span, seed: seed.span, counterOctets: 1, count: 64)
    }

    private static func counterMode(
        _ octets: [UInt8],
        _ keys: borrowing Secret,
        _ number: UInt64
    ) throws(LibcryptoError) -> [UInt8] {
        guard !octets.isEmpty else { return [] }
        let initial = number.bigEndianOctets
        return try keys.withBytes { (keys) throws(LibcryptoError) in
            try GOST28147.counterMode(octets.span, key: keys.extracting(0..<32), iv: initial.span)
        }
    }

    /// IMIT over `SSC || header and objects, filled up with zeros to 8 || ciphertext || 80 00 …`.
    private static func check(
        _ ciphertext: [UInt8],
        _ authenticated: [UInt8],
        _ keys: borrowing Secret,
        _ number: UInt64
    ) throws(LibcryptoError) -> [UInt8] {
        let filler = [UInt8](repeating: 0, count: (8 - authenticated.count % 8) % 8)
        let input = number.bigEndianOctets + authenticated + filler + Padding.padded(ciphertext, to: 8)
        return try keys.withBytes { (keys) throws(LibcryptoError) in
            try GOST28147.imit(input.span, key: keys.extracting(32..<64))
        }
    }
}
