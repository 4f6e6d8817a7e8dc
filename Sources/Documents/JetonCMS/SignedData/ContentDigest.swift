public import JetonX509

/// The digest of a message's content by one hash.
public struct ContentDigest: Hashable, Sendable {
    /// The hash.
    public let hash: HashAlgorithm
    /// The digest; as long as the hash says.
    public let digest: [UInt8]

    /// Makes a digest of a hash.
    public init(hash: HashAlgorithm, digest: [UInt8]) {
        self.hash = hash
        self.digest = digest
    }
}
