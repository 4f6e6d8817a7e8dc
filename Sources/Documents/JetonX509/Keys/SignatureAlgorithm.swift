import JetonASN1
import JetonLibcrypto

/// What a key does to make a signature.
public enum SignatureAlgorithm: Hashable, Sendable, CustomStringConvertible {
    /// RSASSA-PKCS1-v1_5 of RFC 8017, 8.2.
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS of RFC 8017, 8.1, with MGF1 over the same hash and a salt as long as the digest.
    case rsaPSS(HashAlgorithm)
    /// ECDSA of FIPS 186-5, 6, on the key's own curve.
    case ecdsa(HashAlgorithm)
    /// Ed25519 of RFC 8032, 5.1: PureEdDSA, so the key takes the whole message.
    case ed25519
    /// GOST R 34.10-2001 or -2012 of RFC 7091, 6.1, on the key's own curve, with the hash that goes with it.
    case gost(HashAlgorithm)

    /// The hash that the host computes before the key signs; nil if the key takes the whole message.
    public var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash), .ecdsa(let hash), .gost(let hash): hash
        case .ed25519: nil
        }
    }

    /// What goes to ``SigningKey/sign(_:algorithm:)`` for a message: its digest, or itself for Ed25519.
    ///
    /// - Throws: ``DocumentError/Code/cryptographyFailed``.
    public func input(for message: [UInt8]) throws(DocumentError) -> [UInt8] {
        try SignatureScheme(self).input(for: message)
    }

    /// The AlgorithmIdentifier of certificates and requests.
    public var algorithmIdentifier: AlgorithmIdentifier {
        switch self {
        case .rsaPKCS1(let hash):
            AlgorithmIdentifier(
                oid: SignatureScheme.rsaPKCS1(hash).oid ?? .rsaEncryption,
                parameters: DER.null
            )
        case .rsaPSS(let hash): PSSParameters(hash: hash).algorithmIdentifier
        case .ecdsa(let hash): AlgorithmIdentifier(oid: SignatureScheme.ecdsa(hash).oid ?? .ecPublicKey)
        case .ed25519: AlgorithmIdentifier(oid: .ed25519)
        // RFC 4491, 2.2.2, and RFC 9215, 2.3: without parameters.
        case .gost(let hash): AlgorithmIdentifier(oid: SignatureScheme.gost(hash).oid ?? hash.oid)
        }
    }

    /// The AlgorithmIdentifier of CMS SignerInfo.
    ///
    /// PKCS #1 v1.5 signatures are named `rsaEncryption`, the one form that every reader must take (RFC 3370, 3.2)
    /// and the one OpenSSL writes. GOST R 34.10 signatures are named by their keys' identifier (RFC 4490, 3.2). The
    /// others are the same as in certificates.
    public var signerInfoIdentifier: AlgorithmIdentifier {
        switch self {
        case .rsaPKCS1: AlgorithmIdentifier(oid: .rsaEncryption, parameters: DER.null)
        case .gost(let hash): AlgorithmIdentifier(oid: hash.gostAlgorithm?.oid ?? hash.oid)
        default: algorithmIdentifier
        }
    }

    /// The hash of the content in CMS: the signature's own, and SHA-512 for Ed25519 (RFC 8419, 3.1).
    public var contentHash: HashAlgorithm { hash ?? .sha512 }

    /// The usual name, such as `RSA PKCS #1 v1.5 with SHA-256`.
    public var description: String {
        switch self {
        case .rsaPKCS1(let hash): "RSA PKCS #1 v1.5 with \(hash)"
        case .rsaPSS(let hash): "RSA-PSS with \(hash)"
        case .ecdsa(let hash): "ECDSA with \(hash)"
        case .ed25519: "Ed25519"
        case .gost(let hash): "GOST R 34.10 with \(hash)"
        }
    }
}
