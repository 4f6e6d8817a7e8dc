import Crypto
import CryptoExtras
import Foundation
import JetonASN1
import JetonX509

/// A private key in memory, for tests: swift-crypto behind the protocol that token keys have.
struct SoftwareKey: SigningKey, Sendable {
    enum Backing: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
        case p521(P521.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    let backing: Backing
    let publicKey: PublicKey
    var algorithms: [SignatureAlgorithm]

    static func make(_ kind: KeyKind) throws -> SoftwareKey {
        switch kind {
        case .rsa: try sharedRSA.get()
        case .p256: try SoftwareKey(.p256(P256.Signing.PrivateKey()))
        case .p384: try SoftwareKey(.p384(P384.Signing.PrivateKey()))
        case .p521: try SoftwareKey(.p521(P521.Signing.PrivateKey()))
        case .ed25519: try SoftwareKey(.ed25519(Curve25519.Signing.PrivateKey()))
        }
    }

    /// Making an RSA key takes a second or more, so the tests share one.
    private static let sharedRSA = Result { try SoftwareKey(.rsa(_RSA.Signing.PrivateKey(keySize: .bits2048))) }

    init(_ backing: Backing) throws {
        self.backing = backing
        switch backing {
        case .rsa(let key):
            let numbers = try key.publicKey.getKeyPrimitives()
            publicKey = try .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
            algorithms = [
                .rsaPKCS1(.sha256), .rsaPKCS1(.sha384), .rsaPKCS1(.sha512), .rsaPSS(.sha256), .rsaPSS(.sha384),
                .rsaPSS(.sha512),
            ]
        case .p256(let key):
            publicKey = try .ellipticCurve(.p256, point: Array(key.publicKey.x963Representation))
            algorithms = [.ecdsa(.sha256), .ecdsa(.sha384), .ecdsa(.sha512)]
        case .p384(let key):
            publicKey = try .ellipticCurve(.p384, point: Array(key.publicKey.x963Representation))
            algorithms = [.ecdsa(.sha384), .ecdsa(.sha256), .ecdsa(.sha512)]
        case .p521(let key):
            publicKey = try .ellipticCurve(.p521, point: Array(key.publicKey.x963Representation))
            algorithms = [.ecdsa(.sha512), .ecdsa(.sha384), .ecdsa(.sha256)]
        case .ed25519(let key):
            publicKey = try .ed25519(Array(key.publicKey.rawRepresentation))
            algorithms = [.ed25519]
        }
    }

    /// The private key as OpenSSL reads it.
    var pem: String {
        switch backing {
        case .rsa(let key): key.pkcs8PEMRepresentation
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .p521(let key): key.pemRepresentation
        case .ed25519(let key): key.pemRepresentation
        }
    }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        switch backing {
        case .rsa(let key):
            switch algorithm.hash {
            case .sha256: try sign(typed(input, SHA256.hash(data: [])), key, algorithm)
            case .sha384: try sign(typed(input, SHA384.hash(data: [])), key, algorithm)
            default: try sign(typed(input, SHA512.hash(data: [])), key, algorithm)
            }
        case .p256(let key): Array(try key.signature(for: RawDigest(octets: input)).derRepresentation)
        case .p384(let key): Array(try key.signature(for: RawDigest(octets: input)).derRepresentation)
        case .p521(let key):
            // By way of r‖s, as a token's adapter goes.
            try ECDSASignature(
                concatenated: Array(key.signature(for: RawDigest(octets: input)).rawRepresentation),
                orderLength: 66
            ).derRepresentation
        case .ed25519(let key): Array(try key.signature(for: input))
        }
    }

    private func sign(
        _ digest: some Digest,
        _ key: _RSA.Signing.PrivateKey,
        _ algorithm: SignatureAlgorithm
    ) throws -> [UInt8] {
        let isPSS = if case .rsaPSS = algorithm { true } else { false }
        return Array(
            try key.signature(for: digest, padding: isPSS ? .PSS : .insecurePKCS1v1_5).rawRepresentation
        )
    }

    /// A digest of swift-crypto's own type with other octets: it has no initialiser from octets.
    private func typed<D: Digest>(_ octets: [UInt8], _ example: D) -> D {
        var digest = example
        unsafe withUnsafeMutableBytes(of: &digest) { unsafe $0.copyBytes(from: octets) }
        return digest
    }

    private struct RawDigest: Digest {
        static var byteCount: Int { 64 }
        let octets: [UInt8]

        func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
            try unsafe octets.withUnsafeBytes(body)
        }
    }
}

enum KeyKind: String, CaseIterable, Sendable {
    case rsa, p256, p384, p521, ed25519
}

extension SignatureAlgorithm {
    /// Each algorithm but Ed25519, with a kind of key that it is for.
    static let testedPairs: [(KeyKind, SignatureAlgorithm)] =
        [.sha256, .sha384, .sha512].flatMap { (hash: HashAlgorithm) in
            [(.rsa, .rsaPKCS1(hash)), (.rsa, .rsaPSS(hash))]
                + [.p256, .p384, .p521].map { ($0, SignatureAlgorithm.ecdsa(hash)) }
        }
}
