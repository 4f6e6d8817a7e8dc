public import JetonX509

/// Why no signature was made.
public enum SigningFailure: Error, Sendable, CustomStringConvertible {
    /// The key has no algorithm with that hash; the algorithms that it has.
    case unsupportedHash(HashAlgorithm?, offered: [SignatureAlgorithm])
    /// The digest that was given is not one by the hash that the key's signature is made with.
    case otherDigest(expected: HashAlgorithm)
    /// A digest cannot be put into a message as its content.
    case noContent
    /// Content for Ed25519, which signs it whole, is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// Content for a token that hashes by itself is larger than the limit, in bytes.
    case tooLargeForToken(limit: Int)
    /// What was written is not a valid signature of the key; nothing was published.
    case notValid

    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .unsupportedHash(let hash, _): "the key can't sign with \(hash?.description ?? "any hash")"
        case .otherDigest(let expected): "this key signs with \(expected): expected a \(expected) digest"
        case .noContent: "a digest can't be included in the message as content"
        case .tooLarge(let limit): "Ed25519 signs content of at most \(limit) bytes"
        case .tooLargeForToken(let limit):
            "the token computes the hash itself, so the content can have at most \(limit) bytes"
        case .notValid: "the signature does not match its key; nothing was written"
        }
    }
}
