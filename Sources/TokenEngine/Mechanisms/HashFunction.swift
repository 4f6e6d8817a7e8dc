import Libcrypto

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
    /// The last arc of the object identifier 2.16.840.1.101.3.4.2; nil for SHA-1, which has its own.
    private let arc: UInt8?

    private init(
        _ digest: Digest,
        _ length: Int,
        _ mechanism: MechanismType,
        _ rsaPKCS: MechanismType,
        _ rsaPSS: MechanismType,
        _ ecdsa: MechanismType,
        _ maskGeneration: MaskGeneration,
        _ arc: UInt8?
    ) {
        self.digest = digest
        self.length = length
        self.mechanism = mechanism
        self.rsaPKCS = rsaPKCS
        self.rsaPSS = rsaPSS
        self.ecdsa = ecdsa
        self.maskGeneration = maskGeneration
        self.arc = arc
    }

    static let all: [HashFunction] = [
        HashFunction(.sha1, 20, .sha1, .sha1RSAPKCS, .sha1RSAPKCSPSS, .ecdsaSHA1, .mgf1SHA1, nil),
        HashFunction(.sha224, 28, .sha224, .sha224RSAPKCS, .sha224RSAPKCSPSS, .ecdsaSHA224, .mgf1SHA224, 4),
        HashFunction(.sha256, 32, .sha256, .sha256RSAPKCS, .sha256RSAPKCSPSS, .ecdsaSHA256, .mgf1SHA256, 1),
        HashFunction(.sha384, 48, .sha384, .sha384RSAPKCS, .sha384RSAPKCSPSS, .ecdsaSHA384, .mgf1SHA384, 2),
        HashFunction(.sha512, 64, .sha512, .sha512RSAPKCS, .sha512RSAPKCSPSS, .ecdsaSHA512, .mgf1SHA512, 3),
        HashFunction(
            .sha3Of224,
            28,
            .sha3_224,
            .sha3_224RSAPKCS,
            .sha3_224RSAPKCSPSS,
            .ecdsaSHA3_224,
            .mgf1SHA3_224,
            7
        ),
        HashFunction(
            .sha3Of256,
            32,
            .sha3_256,
            .sha3_256RSAPKCS,
            .sha3_256RSAPKCSPSS,
            .ecdsaSHA3_256,
            .mgf1SHA3_256,
            8
        ),
        HashFunction(
            .sha3Of384,
            48,
            .sha3_384,
            .sha3_384RSAPKCS,
            .sha3_384RSAPKCSPSS,
            .ecdsaSHA3_384,
            .mgf1SHA3_384,
            9
        ),
        HashFunction(
            .sha3Of512,
            64,
            .sha3_512,
            .sha3_512RSAPKCS,
            .sha3_512RSAPKCSPSS,
            .ecdsaSHA3_512,
            .mgf1SHA3_512,
            10
        ),
    ]

    /// The octets of a DigestInfo in front of the digest.
    ///
    /// - SeeAlso: RFC 8017, 9.2, note 1.
    var digestInfoPrefix: [UInt8] {
        let identifier: [UInt8] =
            arc.map { [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, $0] }
            ?? [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A]
        let algorithm = [0x30, UInt8(identifier.count + 2)] + identifier + [0x05, 0x00]
        return [0x30, UInt8(algorithm.count + 2 + length)] + algorithm + [0x04, UInt8(length)]
    }

    /// Hashes octets.
    func hash(_ octets: [UInt8]) throws(TokenFault) -> [UInt8] {
        do throws(LibcryptoError) { return try digest.hash(octets) } catch { throw TokenFault(error) }
    }
}
