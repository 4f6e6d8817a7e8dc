/// Why a key on a token can't serve TLS.
public enum TLSKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key was not opened for TLS.
    case anotherPurpose
    /// TLS has no signature scheme for what the token can do with the key, or the peer chose none of them.
    case noScheme
    /// The key has no certificate on the token, and none was given.
    case noCertificate
    /// Keys on tokens do not decrypt for TLS.
    case noDecryption

    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .anotherPurpose: "the key was not opened for TLS: token.key(name, for: .tls)"
        case .noScheme: "TLS has no signature scheme for what the token can do with the key"
        case .noCertificate: "the key has no certificate on the token, and none was given"
        case .noDecryption: "keys on tokens do not decrypt for TLS"
        }
    }
}
