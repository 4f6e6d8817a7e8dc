import Octets

/// A signature algorithm as it is found in the field, with more freedom than this module signs with.
enum SignatureScheme: Hashable, Sendable, CustomStringConvertible {
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
            guard identifier.hasNoParameters, let scheme = SignatureScheme(identifier.oid) else { return nil }
            self = scheme
        }
    }

    /// The scheme of an identifier that names key and hash.
    private init?(_ oid: OID) {
        switch oid {
        case .sha1WithRSAEncryption: self = .rsaPKCS1(.sha1)
        case .sha256WithRSAEncryption: self = .rsaPKCS1(.sha256)
        case .sha384WithRSAEncryption: self = .rsaPKCS1(.sha384)
        case .sha512WithRSAEncryption: self = .rsaPKCS1(.sha512)
        case .ecdsaWithSHA1: self = .ecdsa(.sha1)
        case .ecdsaWithSHA256: self = .ecdsa(.sha256)
        case .ecdsaWithSHA384: self = .ecdsa(.sha384)
        case .ecdsaWithSHA512: self = .ecdsa(.sha512)
        case .ed25519: self = .ed25519
        default: return nil
        }
    }

    /// The hash that comes first; nil if the whole message is signed.
    var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1(let hash), .ecdsa(let hash): hash
        case .rsaPSS(let parameters): parameters.hash
        case .ed25519: nil
        }
    }

    /// The usual name, such as `RSA-PSS with SHA-256`; for PSS with the hash of MGF1 if that is another one.
    var description: String {
        switch self {
        case .rsaPKCS1(let hash): "\(SignatureAlgorithm.rsaPKCS1(hash))"
        case .rsaPSS(let parameters):
            "\(SignatureAlgorithm.rsaPSS(parameters.hash))"
                + (parameters.maskHash == parameters.hash ? "" : " and MGF1 with \(parameters.maskHash)")
        case .ecdsa(let hash): "\(SignatureAlgorithm.ecdsa(hash))"
        case .ed25519: "\(SignatureAlgorithm.ed25519)"
        }
    }
}
