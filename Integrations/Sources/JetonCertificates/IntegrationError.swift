/// Why a key on a token can't be a private key of swift-certificates.
public enum IntegrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key was opened for TLS, and signs no certificates and no documents.
    case keyOfTLS
    /// The token and swift-certificates have no algorithm in common for the key.
    case noAlgorithm

    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .keyOfTLS: "the key was opened for TLS, and signs no certificates and no documents"
        case .noAlgorithm: "the token and swift-certificates have no algorithm in common for the key"
        }
    }
}
