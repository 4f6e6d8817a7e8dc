public import JetonKeystoreBase
public import JetonOctets

/// A way to unlock a store.
public enum UnlockMethod: ~Copyable, Sendable {
    /// A passphrase; every passphrase slot is tried.
    case passphrase(Secret)
    /// The octets of a key file.
    case keyFile(Secret)
    /// A credential bound to this machine.
    case systemCredential(any KeyUnwrapping)
    /// A key on a token.
    case token(any TokenKey)
    /// The identity of a recovery recipient.
    case recovery(any KeyUnwrapping)
}
