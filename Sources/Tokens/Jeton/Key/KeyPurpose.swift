/// What a program opens a key for.
public enum KeyPurpose: Hashable, Sendable {
    /// Whatever the program signs.
    case any
    /// Handshakes of TLS: the key signs messages by the schemes of TLS only, no digests, no documents, and not with a
    /// certificate for signatures that bind a person (contentCommitment).
    ///
    /// A server signs what its peers make it sign.
    case tls
}
