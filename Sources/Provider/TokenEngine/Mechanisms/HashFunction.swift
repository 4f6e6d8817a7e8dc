import JetonASN1
import JetonLibcrypto

/// A hash function with the numbers under which PKCS #11 knows it and what is built on it.
struct HashFunction: Hashable, Sendable {
    let digest: Digest
    /// Octets of a digest.
    let length: Int
    /// `CKM_SHA...`.
    let mechanism: MechanismType
    /// `CKM_SHA..._RSA_PKCS`.
    let rsaPKCS: MechanismType
    /// `CKM_SHA..._RSA_PKCS_PSS`.
    let rsaPSS: MechanismType
    /// `CKM_ECDSA_SHA...`.
    let ecdsa: MechanismType
    /// `CKG_MGF1_SHA...`.
    let maskGeneration: MaskGeneration
    private let oid: OID

    private init(
        _ digest: Digest,
        _ length: Int,
        _ mechanism: MechanismType,
        _ rsaPKCS: MechanismType,
        _ rsaPSS: MechanismType,
        _ ecdsa: MechanismType,
        _ maskGeneration: MaskGeneration,
        _ oid: OID
    ) {
        self.digest = digest
        self.length = length
        self.mechanism = mechanism
        self.rsaPKCS = rsaPKCS
        self.rsaPSS = rsaPSS
        self.ecdsa = ecdsa
        self.maskGeneration = maskGeneration
        self.oid = oid
    }

    static let all: [HashFunction] = [
        HashFunction(.sha1, 20, .sha1, .sha1RSAPKCS, .sha1RSAPKCSPSS, .ecdsaSHA1, .mgf1SHA1, .sha1),
        HashFunction(.sha224, 28, .sha224, .sha224RSAPKCS, .sha224RSAPKCSPSS, .ecdsaSHA224, .mgf1SHA224, .sha224),
        HashFunction(.sha256, 32, .sha256, .sha256RSAPKCS, .sha256RSAPKCSPSS, .ecdsaSHA256, .mgf1SHA256, .sha256),
        HashFunction(.sha384, 48, .sha384, .sha384RSAPKCS, .sha384RSAPKCSPSS, .ecdsaSHA384, .mgf1SHA384, .sha384),
        HashFunction(.sha512, 64, .sha512, .sha512RSAPKCS, .sha512RSAPKCSPSS, .ecdsaSHA512, .mgf1SHA512, .sha512),
        HashFunction(
            .sha3Of224,
            28,
            .sha3_224,
            .sha3_224RSAPKCS,
            .sha3_224RSAPKCSPSS,
            .ecdsaSHA3_224,
            .mgf1SHA3_224,
            .sha3Of224
        ),
        HashFunction(
            .sha3Of256,
            32,
            .sha3_256,
            .sha3_256RSAPKCS,
            .sha3_256RSAPKCSPSS,
            .ecdsaSHA3_256,
            .mgf1SHA3_256,
            .sha3Of256
        ),
        HashFunction(
            .sha3Of384,
            48,
            .sha3_384,
            .sha3_384RSAPKCS,
            .sha3_384RSAPKCSPSS,
            .ecdsaSHA3_384,
            .mgf1SHA3_384,
            .sha3Of384
        ),
        HashFunction(
            .sha3Of512,
            64,
            .sha3_512,
            .sha3_512RSAPKCS,
            .sha3_512RSAPKCSPSS,
            .ecdsaSHA3_512,
            .mgf1SHA3_512,
            .sha3Of512
        ),
    ]

    /// The octets of a DigestInfo in front of the digest.
    ///
    /// - SeeAlso: RFC 8017, 9.2, note 1.
    var digestInfoPrefix: [UInt8] {
        let algorithm = DER.sequence(DER.oid(oid), DER.null)
        let digest = DER.header(.octetString, length: length)
        return DER.header(.sequence, length: algorithm.count + digest.count + length) + algorithm + digest
    }

    /// Hashes octets.
    func hash(_ octets: [UInt8]) throws(TokenFault) -> [UInt8] {
        do throws(LibcryptoError) { return try digest.hash(octets) } catch { throw TokenFault(error) }
    }
}
