public import JetonKeystoreBase
public import JetonOctets

/// A further way to unlock a store.
public enum NewSlot: ~Copyable, Sendable {
    /// A passphrase of 1 to 1,024 octets; what it costs to try one is set by ``KeychainConfiguration/passphraseCost``.
    case passphrase(Secret)
    /// The bytes of a key file: 32 to 65,536, of which 32 must be unguessable.
    case keyFile(Secret)
    /// A credential bound to this machine.
    case systemCredential(any KeyWrapping)
    /// A key on a token, of which the public half is enough.
    case token(TokenSlotKey)
    /// A recipient whose identity is kept elsewhere.
    case recovery(any KeyWrapping)
}
