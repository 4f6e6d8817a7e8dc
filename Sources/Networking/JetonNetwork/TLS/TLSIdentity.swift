public import JetonX509
import Synchronization

/// A client certificate with its chain and its key, wherever that lies.
///
/// Any number of connections may use it at once; their signatures take turns.
public final class TLSIdentity: Sendable {
    /// The certificate of the key first, then those above it; they are sent in this order.
    public let certificates: [Certificate]
    private let algorithms: [SignatureAlgorithm]
    private let key: Mutex<any SigningKey & Sendable>

    /// Makes an identity.
    ///
    /// - Throws: ``NetworkError/Code/invalidRequest`` if there is no certificate, the first is for another key, or TLS
    ///   has no signatures of this kind of key.
    public init(key: any SigningKey & Sendable, certificates: [Certificate]) throws(NetworkError) {
        guard let own = certificates.first, own.publicKey.keyOctets == key.publicKey.keyOctets else {
            throw NetworkError(.invalidRequest, "the client certificate belongs to another key")
        }
        let publicKey = key.publicKey
        algorithms = key.algorithms.filter { TLSIdentity.name($0, publicKey) != nil }
        guard !algorithms.isEmpty else {
            throw NetworkError(.invalidRequest, "TLS does not support signatures by the key (\(publicKey))")
        }
        self.certificates = certificates
        self.key = Mutex(key)
    }

    /// What the key can do, as SSL_CTX_set1_client_sigalgs_list(3) has it.
    var algorithmList: String {
        let publicKey = certificates[0].publicKey
        return algorithms.compactMap { TLSIdentity.name($0, publicKey) }.joined(separator: ":")
    }

    /// Signs a message of the handshake, and proves that the signature is one.
    func sign(_ message: [UInt8], _ algorithm: SignatureAlgorithm) throws -> [UInt8] {
        try key.withLock { try $0.signChecked(message, algorithm: algorithm).signature }
    }

    /// The name of an algorithm in IANA's registry; nil if TLS does not have it.
    private static func name(_ algorithm: SignatureAlgorithm, _ key: PublicKey) -> String? {
        switch (algorithm, key.kind) {
        case (.rsaPKCS1(.sha256), .rsa): "rsa_pkcs1_sha256"
        case (.rsaPKCS1(.sha384), .rsa): "rsa_pkcs1_sha384"
        case (.rsaPKCS1(.sha512), .rsa): "rsa_pkcs1_sha512"
        case (.rsaPSS(.sha256), .rsa): "rsa_pss_rsae_sha256"
        case (.rsaPSS(.sha384), .rsa): "rsa_pss_rsae_sha384"
        case (.rsaPSS(.sha512), .rsa): "rsa_pss_rsae_sha512"
        case (.ecdsa(.sha256), .ellipticCurve(.p256, _)): "ecdsa_secp256r1_sha256"
        case (.ecdsa(.sha384), .ellipticCurve(.p384, _)): "ecdsa_secp384r1_sha384"
        case (.ecdsa(.sha512), .ellipticCurve(.p521, _)): "ecdsa_secp521r1_sha512"
        case (.ed25519, .ed25519): "ed25519"
        default: nil
        }
    }
}
