public import JetonOctets

/// The long-lived keys of one pairing with a token.
public struct ChannelKey: ~Copyable, Sendable {
    /// Which pairing the keys belong to; 0 to 4,096 octets, not secret.
    public let pairing: [UInt8]
    /// The token's name for people.
    public let label: String
    /// The path of the program that paired, or on whose behalf it was done; nil if it was not recorded.
    public let program: String?
    /// The keys; 1 to 65,536 octets.
    public let secret: Secret

    /// Makes the keys of a pairing.
    public init(pairing: [UInt8], label: String, program: String? = nil, secret: consuming Secret) {
        self.pairing = pairing
        self.label = label
        self.program = program
        self.secret = secret
    }
}
