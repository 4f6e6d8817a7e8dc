public import Octets

/// The long-lived keys of one pairing with a token.
public struct ChannelKey: ~Copyable, Sendable {
    /// Which pairing the keys belong to; 0 to 4,096 octets, not secret.
    public let pairing: [UInt8]
    /// The token's name for people.
    public let label: String
    /// The keys; 1 to 65,536 octets.
    public let secret: Secret

    /// Makes the keys of a pairing.
    public init(pairing: [UInt8], label: String, secret: consuming Secret) {
        self.pairing = pairing
        self.label = label
        self.secret = secret
    }
}
