import JetonOctets
import SmartCard

/// One direction of a session: its keys, and the number of its next message.
///
/// Every leaf of the key tree protects 64 messages; in the legacy suite each message has its own keys as well, and
/// the suite P-256 has no tree. The number is never reset, so no nonce comes twice.
struct MessageDirection: ~Copyable, Sendable {
    /// Messages for each leaf of the key tree.
    static let messagesPerLeaf: UInt64 = 64

    private let suite: ChannelSuite
    private var key: DirectionKey
    private var leaf: MessageKey?
    private var leafNumber: UInt64 = .max
    /// The number of the next message (SSC).
    private(set) var sequenceNumber: UInt64

    init(_ suite: ChannelSuite, _ key: consuming DirectionKey, sequenceNumber: UInt64 = 0) {
        self.suite = suite
        self.key = key
        self.sequenceNumber = sequenceNumber
    }

    /// Encrypts and authenticates the next message.
    ///
    /// - Parameters:
    ///   - plaintext: Padded to whole blocks; may be empty.
    ///   - authenticated: The header and the data objects in clear, without the sequence number.
    /// - Returns: The encrypted bytes, and the tag of the suite's length.
    /// - Throws: ``ChannelError``, such as ``ChannelError/Code/sessionClosed``.
    mutating func seal(
        _ plaintext: [UInt8],
        authenticating authenticated: [UInt8]
    ) throws(ChannelError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        try prepareLeaf()
        guard let sealed = try leaf?.seal(plaintext, authenticating: authenticated, number: sequenceNumber) else {
            throw ChannelError(.sessionClosed)
        }
        sequenceNumber += 1
        return sealed
    }

    /// Checks and decrypts the next message; nothing is decrypted before the MAC or tag was found right.
    ///
    /// - Throws: ``ChannelError/Code/messageNotAuthentic``.
    mutating func open(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        authenticating authenticated: [UInt8]
    ) throws(ChannelError) -> [UInt8] {
        try prepareLeaf()
        let number = sequenceNumber
        guard let plaintext = try leaf?.open(ciphertext, tag: tag, authenticating: authenticated, number: number) else {
            throw ChannelError(.sessionClosed)
        }
        sequenceNumber += 1
        return plaintext
    }

    /// Replaces the keys by new ones, from which the old ones can't be found.
    ///
    /// - Parameter seed: `R'_H || R'_T`.
    /// - Throws: ``ChannelError/Code/cryptography``.
    mutating func rekey(seed: [UInt8]) throws(ChannelError) {
        key = try Self.rekeyed(suite, key, seed: seed)
        leaf = nil
        leafNumber = .max
    }

    /// The keys that follow after REKEY.
    static func rekeyed(
        _ suite: ChannelSuite,
        _ key: borrowing DirectionKey,
        seed: [UInt8]
    ) throws(ChannelError) -> DirectionKey {
        let hash = suite.parameters.hash
        let material = try hash.keys(from: key.root, "HTSC1 rekey", seed: seed, count: DirectionKey.length)
        return DirectionKey(
            root: material.part(0..<DirectionKey.rootLength),
            salt: material.octets(DirectionKey.rootLength..<DirectionKey.length)
        )
    }

    private mutating func prepareLeaf() throws(ChannelError) {
        let number = sequenceNumber / Self.messagesPerLeaf
        guard leaf == nil || number != leafNumber else { return }
        leaf = try MessageKey(suite, key, leaf: number)
        leafNumber = number
    }
}
