/// Why a private key on a token can't be used to sign.
public enum TokenSigningKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither the key, nor a public key, nor a certificate with its id tells the public half.
    case publicKeyUnknown(label: String)
    /// The token has no mechanism for keys of this kind that Jeton uses.
    case noAlgorithm(String)
    /// A digest was to be signed by a token that takes messages only, which it hashes.
    case takesNoDigest(label: String)

    /// One sentence for people.
    public var description: String {
        switch self {
        case .publicKeyUnknown(let label):
            "the token does not provide the public half of key '\(label)': neither a public key nor a certificate "
                + "has its id"
        case .noAlgorithm(let kind): "the token can't sign with a key of this type (\(kind))"
        case .takesNoDigest(let label):
            "the token of key '\(label)' computes the hash itself and can't sign a given one"
        }
    }
}
