/// What encrypts and authenticates the messages of a session.
enum MessageCipher: Hashable, Sendable {
    /// GOST 28147-89 in counter mode and IMIT, with keys for each message.
    case gost28147
    /// Kuznyechik in the mode MGM, with a key for 64 messages.
    case kuznyechikMGM
    /// AES-256 in Galois/counter mode, with the direction's key.
    case aes256GCM
}
