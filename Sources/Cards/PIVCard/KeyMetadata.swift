import JetonOctets

/// What a card tells of a private key.
///
/// - SeeAlso: Yubico PIV extensions, GET METADATA.
public struct KeyMetadata: Hashable, Sendable {
    /// The algorithm.
    public let algorithm: KeyAlgorithm
    /// When the key asks for the PIN.
    public let pinPolicy: KeyPolicy
    /// When the key asks for a touch.
    public let touchPolicy: KeyPolicy
    /// Whether the card made the key itself, rather than took it from outside.
    public let isGenerated: Bool
    /// The public key.
    public let publicKey: CardPublicKey

    init(_ objects: [TLV]) throws(PIVError) {
        guard let algorithm = objects.firstValue(tag: PIVTag.Metadata.algorithm), algorithm.count == 1,
            let policy = objects.firstValue(tag: PIVTag.Metadata.policy), policy.count == 2,
            let origin = objects.firstValue(tag: PIVTag.Metadata.origin), origin.count == 1,
            let key = objects.firstValue(tag: PIVTag.Metadata.publicKey), let members = try? TLV.parse(key, limit: 8)
        else { throw PIVError(.answerMalformed) }
        self.algorithm = KeyAlgorithm(rawValue: algorithm[0])
        pinPolicy = KeyPolicy(rawValue: policy[0])
        touchPolicy = KeyPolicy(rawValue: policy[1])
        isGenerated = origin[0] == 0x01
        publicKey = try CardPublicKey(members, self.algorithm)
    }
}
