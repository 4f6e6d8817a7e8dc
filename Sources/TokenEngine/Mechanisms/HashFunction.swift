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
    let maskGeneration: UInt
    /// The last arc of the object identifier 2.16.840.1.101.3.4.2; nil for SHA-1, which has its own.
    private let arc: UInt8?

    private init(
        _ digest: Digest,
        _ length: Int,
        _ mechanism: UInt,
        _ rsaPKCS: UInt,
        _ rsaPSS: UInt,
        _ ecdsa: UInt,
        _ maskGeneration: UInt,
        _ arc: UInt8?
    ) {
        self.digest = digest
        self.length = length
        self.mechanism = MechanismType(rawValue: mechanism)
        self.rsaPKCS = MechanismType(rawValue: rsaPKCS)
        self.rsaPSS = MechanismType(rawValue: rsaPSS)
        self.ecdsa = MechanismType(rawValue: ecdsa)
        self.maskGeneration = maskGeneration
        self.arc = arc
    }

    static let all: [HashFunction] = [
        HashFunction(.sha1, 20, 0x220, 0x06, 0x0E, 0x1042, 1, nil),
        HashFunction(.sha224, 28, 0x255, 0x46, 0x47, 0x1043, 5, 4),
        HashFunction(.sha256, 32, 0x250, 0x40, 0x43, 0x1044, 2, 1),
        HashFunction(.sha384, 48, 0x260, 0x41, 0x44, 0x1045, 3, 2),
        HashFunction(.sha512, 64, 0x270, 0x42, 0x45, 0x1046, 4, 3),
        HashFunction(.sha3Of224, 28, 0x2B5, 0x66, 0x67, 0x1047, 6, 7),
        HashFunction(.sha3Of256, 32, 0x2B0, 0x60, 0x63, 0x1048, 7, 8),
        HashFunction(.sha3Of384, 48, 0x2C0, 0x61, 0x64, 0x1049, 8, 9),
        HashFunction(.sha3Of512, 64, 0x2D0, 0x62, 0x65, 0x104A, 9, 10),
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
