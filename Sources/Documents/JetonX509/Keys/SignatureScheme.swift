import JetonASN1
import JetonLibcrypto
import JetonOctets

/// A signature algorithm as it is found in the field, with more freedom than this module signs with.
package enum SignatureScheme: Hashable, Sendable, CustomStringConvertible {
    case rsaPKCS1(HashAlgorithm)
    case rsaPSS(PSSParameters)
    case ecdsa(HashAlgorithm)
    case dsa(HashAlgorithm)
    case ed25519
    case ed448
    /// GOST R 34.10, whose key says which standard and length.
    case gost(HashAlgorithm)

    package init(_ algorithm: SignatureAlgorithm) {
        self =
            switch algorithm {
            case .rsaPKCS1(let hash): .rsaPKCS1(hash)
            case .rsaPSS(let hash): .rsaPSS(PSSParameters(hash: hash))
            case .ecdsa(let hash): .ecdsa(hash)
            case .ed25519: .ed25519
            case .gost(let hash): .gost(hash)
            }
    }

    /// The scheme that an AlgorithmIdentifier names; nil if it is not known here.
    ///
    /// - Parameters:
    ///   - identifier: The signatureAlgorithm.
    ///   - contentHash: CMS's digestAlgorithm, for identifiers that name a kind of key only (`rsaEncryption` by RFC
    ///     3370, 3.2; GOST R 34.10 by RFC 4490, 3; the others by old producers).
    package init?(_ identifier: AlgorithmIdentifier, contentHash: HashAlgorithm? = nil) {
        switch (identifier.oid, contentHash) {
        case (.rsassaPSS, _):
            guard let parameters = try? PSSParameters(identifier.parameters) else { return nil }
            self = .rsaPSS(parameters)
        case (.rsaEncryption, let hash?) where hash.isSHA: self = .rsaPKCS1(hash)
        case (.ecPublicKey, let hash?) where hash.isSHA: self = .ecdsa(hash)
        case (.dsa, let hash?) where hash.isSHA: self = .dsa(hash)
        case (.gost2001, .gost341194), (.gost2012Of256, .streebog256), (.gost2012Of512, .streebog512):
            guard let contentHash else { return nil }
            self = .gost(contentHash)
        default:
            guard identifier.hasNoParameters,
                let known = SignatureScheme.table.first(where: { $0.oid == identifier.oid })
            else { return nil }
            self = known.scheme
        }
    }

    /// The object identifier that names key and hash; nil if there is none, as for PSS.
    var oid: OID? { SignatureScheme.table.first { $0.scheme == self }?.oid }

    /// Identifiers that name key and hash.
    private static let table: [(oid: OID, scheme: SignatureScheme)] = [
        (.sha256WithRSAEncryption, .rsaPKCS1(.sha256)),
        (.sha384WithRSAEncryption, .rsaPKCS1(.sha384)),
        (.sha512WithRSAEncryption, .rsaPKCS1(.sha512)),
        (.ecdsaWithSHA256, .ecdsa(.sha256)),
        (.ecdsaWithSHA384, .ecdsa(.sha384)),
        (.ecdsaWithSHA512, .ecdsa(.sha512)),
        (.ed25519, .ed25519),
        (.ed448, .ed448),
        (.sha1WithRSAEncryption, .rsaPKCS1(.sha1)),
        (.sha224WithRSAEncryption, .rsaPKCS1(.sha224)),
        (.sha3Of224WithRSAEncryption, .rsaPKCS1(.sha3Of224)),
        (.sha3Of256WithRSAEncryption, .rsaPKCS1(.sha3Of256)),
        (.sha3Of384WithRSAEncryption, .rsaPKCS1(.sha3Of384)),
        (.sha3Of512WithRSAEncryption, .rsaPKCS1(.sha3Of512)),
        (.ecdsaWithSHA1, .ecdsa(.sha1)),
        (.ecdsaWithSHA224, .ecdsa(.sha224)),
        (.ecdsaWithSHA3Of224, .ecdsa(.sha3Of224)),
        (.ecdsaWithSHA3Of256, .ecdsa(.sha3Of256)),
        (.ecdsaWithSHA3Of384, .ecdsa(.sha3Of384)),
        (.ecdsaWithSHA3Of512, .ecdsa(.sha3Of512)),
        (.dsaWithSHA1, .dsa(.sha1)),
        (.dsaWithSHA224, .dsa(.sha224)),
        (.dsaWithSHA256, .dsa(.sha256)),
        (.dsaWithSHA384, .dsa(.sha384)),
        (.dsaWithSHA512, .dsa(.sha512)),
        (.gost2001With341194, .gost(.gost341194)),
        (.gost2012Of256WithStreebog, .gost(.streebog256)),
        (.gost2012Of512WithStreebog, .gost(.streebog512)),
    ]

    /// The hash that comes first; nil if the whole message is signed.
    package var hash: HashAlgorithm? {
        switch self {
        case .rsaPKCS1(let hash), .ecdsa(let hash), .dsa(let hash), .gost(let hash): hash
        case .rsaPSS(let parameters): parameters.hash
        case .ed25519, .ed448: nil
        }
    }

    /// What is signed of a message: its digest, or itself for Ed25519 and Ed448.
    package func input(for message: [UInt8]) throws(DocumentError) -> [UInt8] {
        guard let hash else { return message }
        return try hash.hash(message)
    }

    /// How libcrypto names it.
    var method: SignatureMethod {
        switch self {
        case .rsaPKCS1(let hash): .rsaPKCS1(hash.digest)
        case .rsaPSS(let parameters):
            .rsaPSS(parameters.hash.digest, mask: parameters.maskHash.digest, saltLength: parameters.saltLength)
        case .ecdsa: .ecdsa
        case .dsa: .dsa
        case .ed25519, .ed448: .edDSA
        case .gost: .gost
        }
    }

    /// The usual name, such as `RSA-PSS with SHA-256`; for PSS with the hash of MGF1 if that is another one.
    package var description: String {
        switch self {
        case .rsaPKCS1(let hash): "\(SignatureAlgorithm.rsaPKCS1(hash))"
        case .rsaPSS(let parameters):
            "\(SignatureAlgorithm.rsaPSS(parameters.hash))"
                + (parameters.maskHash == parameters.hash ? "" : " and MGF1 with \(parameters.maskHash)")
        case .ecdsa(let hash): "\(SignatureAlgorithm.ecdsa(hash))"
        case .dsa(let hash): "DSA with \(hash)"
        case .ed25519: "\(SignatureAlgorithm.ed25519)"
        case .ed448: "Ed448"
        case .gost(let hash): "\(SignatureAlgorithm.gost(hash))"
        }
    }
}
