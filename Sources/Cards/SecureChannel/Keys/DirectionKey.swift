import JetonOctets

/// What all keys of one direction of a session come from: a root of 32 octets and a salt of 12.
struct DirectionKey: ~Copyable, Sendable {
    static let rootLength = 32
    static let saltLength = 12
    /// Length of both together, in octets.
    static let length = rootLength + saltLength

    let root: Secret
    /// Part of every nonce; not secret by itself.
    let salt: [UInt8]

    init(root: consuming Secret, salt: [UInt8]) {
        self.root = root
        self.salt = salt
    }

    /// The same with a secret of its own.
    borrowing func clone() -> DirectionKey { DirectionKey(root: root.clone(), salt: salt) }
}
