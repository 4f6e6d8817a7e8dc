import Octets

/// A signature algorithm as it is found in the field, with more freedom than this module signs with.
enum SignatureScheme: Hashable, Sendable {
    case rsaPKCS1(HashAlgorithm)
    case rsaPSS(PSSParameters)
    case ecdsa(HashAlgorithm)
    case ed25519

    init(_ algorithm: SignatureAlgorithm) {
        self =
            switch algorithm {
            case .rsaPKCS1(let hash): .rsaPKCS1(hash)
            case .rsaPSS(let hash): .rsaPSS(PSSParameters(hash: hash))
            case .ecdsa(let hash): .ecdsa(hash)
            case .ed25519: .ed25519
            }
    }

    /// The scheme that an AlgorithmIdentifier names; nil if it is not known here.
    ///
    /// - Parameter contentHash: CMS's digestAlgorithm, for identifiers that name a kind of key only
    ///   (`rsaEncryption` by RFC 3370, 3.2; `id-ecPublicKey` by old producers).
    init?(_ identifier: AlgorithmIdentifier, contentHash: HashAlgorithm? = nil) {
        switch identifier.oid {
        case .rsassaPSS:
            guard let parameters = try? PSSParameters(identifier.parameters) else { return nil }
            self = .rsaPSS(parameters)
        case .rsaEncryption:
            guard let contentHash else { return nil }
            self = .rsaPKCS1(contentHash)
        case .ecPublicKey:
            guard let contentHash else { return nil }
            self = .ecdsa(contentHash)
        default:
            guard identifier.hasNoParameters, let scheme = SignatureScheme.fixed[identifier.oid] else { return nil }
            self = scheme
        }
    }

    private static let fixed: [OID: SignatureScheme] = [
        .sha1WithRSAEncryption: .rsaPKCS1(.sha1),
        .sha256WithRSAEncryption: .rsaPKCS1(.sha256),
        .sha384WithRSAEncryption: .rsaPKCS1(.sha384),
        .sha512WithRSAEncryption: .rsaPKCS1(.sha512),
        .ecdsaWithSHA1: .ecdsa(.sha1),
        .ecdsaWithSHA256: .ecdsa(.sha256),
        .ecdsaWithSHA384: .ecdsa(.sha384),
        .ecdsaWithSHA512: .ecdsa(.sha512),
        .ed25519: .ed25519,
    ]

    /// The hash that comes first; nil if the whole message is signed.
    var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1(let hash), .ecdsa(let hash): hash
        case .rsaPSS(let parameters): parameters.hash
        case .ed25519: nil
        }
    }
}
