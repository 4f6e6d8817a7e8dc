/// Algorithms, under the names their standards give them.
extension OID {
    // MARK: - Hash algorithms (RFC 3370, RFC 5754, RFC 8702, RFC 4357, RFC 9215)

    /// MD5.
    public static let md5 = OID(1, 2, 840, 113_549, 2, 5)
    /// SHA-1.
    public static let sha1 = OID(1, 3, 14, 3, 2, 26)
    /// SHA-224.
    public static let sha224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 4)
    /// SHA-256.
    public static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    /// SHA-384.
    public static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    /// SHA-512.
    public static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)
    /// SHA3-224.
    public static let sha3Of224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 7)
    /// SHA3-256.
    public static let sha3Of256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 8)
    /// SHA3-384.
    public static let sha3Of384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 9)
    /// SHA3-512.
    public static let sha3Of512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 10)
    /// SHAKE256 with 64 bytes: RFC 8702, RFC 8419.
    public static let shake256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 12)
    /// GOST R 34.11-94.
    public static let gost341194 = OID(1, 2, 643, 2, 2, 9)
    /// GOST R 34.11-94 with the parameters of RFC 4357, 11.2: id-GostR3411-94-CryptoProParamSet.
    public static let gost341194CryptoPro = OID(1, 2, 643, 2, 2, 30, 1)
    /// GOST R 34.11-2012 with 256 bits.
    public static let streebog256 = OID(1, 2, 643, 7, 1, 1, 2, 2)
    /// GOST R 34.11-2012 with 512 bits.
    public static let streebog512 = OID(1, 2, 643, 7, 1, 1, 2, 3)

    // MARK: - Keys

    /// RSA keys, and PKCS #1 v1.5 signatures in CMS: RFC 3279, 2.3.1.
    public static let rsaEncryption = OID(1, 2, 840, 113_549, 1, 1, 1)
    /// RSA-PSS keys and signatures: RFC 4055, 3.1.
    public static let rsassaPSS = OID(1, 2, 840, 113_549, 1, 1, 10)
    /// The mask function of RSA-PSS: RFC 4055, 2.2.
    public static let mgf1 = OID(1, 2, 840, 113_549, 1, 1, 8)
    /// DSA keys: RFC 3279, 2.3.2.
    public static let dsa = OID(1, 2, 840, 10_040, 4, 1)
    /// Keys on elliptic curves: RFC 5480, 2.1.1.
    public static let ecPublicKey = OID(1, 2, 840, 10_045, 2, 1)
    /// X25519: RFC 8410.
    public static let x25519 = OID(1, 3, 101, 110)
    /// X448: RFC 8410.
    public static let x448 = OID(1, 3, 101, 111)
    /// Ed25519: RFC 8410.
    public static let ed25519 = OID(1, 3, 101, 112)
    /// Ed448: RFC 8410.
    public static let ed448 = OID(1, 3, 101, 113)
    /// GOST R 34.10-2001 keys: RFC 4491, 2.3.2.
    public static let gost2001 = OID(1, 2, 643, 2, 2, 19)
    /// GOST R 34.10-2012 keys of 256 bits: RFC 9215, 4.
    public static let gost2012Of256 = OID(1, 2, 643, 7, 1, 1, 1, 1)
    /// GOST R 34.10-2012 keys of 512 bits: RFC 9215, 4.
    public static let gost2012Of512 = OID(1, 2, 643, 7, 1, 1, 1, 2)

    // MARK: - Signatures (RFC 3279, RFC 4055, RFC 5758, RFC 9688, RFC 4491, RFC 9215)

    /// PKCS #1 v1.5 with SHA-1.
    public static let sha1WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 5)
    /// PKCS #1 v1.5 with SHA-224.
    public static let sha224WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 14)
    /// PKCS #1 v1.5 with SHA-256.
    public static let sha256WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 11)
    /// PKCS #1 v1.5 with SHA-384.
    public static let sha384WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 12)
    /// PKCS #1 v1.5 with SHA-512.
    public static let sha512WithRSAEncryption = OID(1, 2, 840, 113_549, 1, 1, 13)
    /// PKCS #1 v1.5 with SHA3-224.
    public static let sha3Of224WithRSAEncryption = OID(2, 16, 840, 1, 101, 3, 4, 3, 13)
    /// PKCS #1 v1.5 with SHA3-256.
    public static let sha3Of256WithRSAEncryption = OID(2, 16, 840, 1, 101, 3, 4, 3, 14)
    /// PKCS #1 v1.5 with SHA3-384.
    public static let sha3Of384WithRSAEncryption = OID(2, 16, 840, 1, 101, 3, 4, 3, 15)
    /// PKCS #1 v1.5 with SHA3-512.
    public static let sha3Of512WithRSAEncryption = OID(2, 16, 840, 1, 101, 3, 4, 3, 16)
    /// ECDSA with SHA-1.
    public static let ecdsaWithSHA1 = OID(1, 2, 840, 10_045, 4, 1)
    /// ECDSA with SHA-224.
    public static let ecdsaWithSHA224 = OID(1, 2, 840, 10_045, 4, 3, 1)
    /// ECDSA with SHA-256.
    public static let ecdsaWithSHA256 = OID(1, 2, 840, 10_045, 4, 3, 2)
    /// ECDSA with SHA-384.
    public static let ecdsaWithSHA384 = OID(1, 2, 840, 10_045, 4, 3, 3)
    /// ECDSA with SHA-512.
    public static let ecdsaWithSHA512 = OID(1, 2, 840, 10_045, 4, 3, 4)
    /// ECDSA with SHA3-224.
    public static let ecdsaWithSHA3Of224 = OID(2, 16, 840, 1, 101, 3, 4, 3, 9)
    /// ECDSA with SHA3-256.
    public static let ecdsaWithSHA3Of256 = OID(2, 16, 840, 1, 101, 3, 4, 3, 10)
    /// ECDSA with SHA3-384.
    public static let ecdsaWithSHA3Of384 = OID(2, 16, 840, 1, 101, 3, 4, 3, 11)
    /// ECDSA with SHA3-512.
    public static let ecdsaWithSHA3Of512 = OID(2, 16, 840, 1, 101, 3, 4, 3, 12)
    /// DSA with SHA-1.
    public static let dsaWithSHA1 = OID(1, 2, 840, 10_040, 4, 3)
    /// DSA with SHA-224.
    public static let dsaWithSHA224 = OID(2, 16, 840, 1, 101, 3, 4, 3, 1)
    /// DSA with SHA-256.
    public static let dsaWithSHA256 = OID(2, 16, 840, 1, 101, 3, 4, 3, 2)
    /// DSA with SHA-384.
    public static let dsaWithSHA384 = OID(2, 16, 840, 1, 101, 3, 4, 3, 3)
    /// DSA with SHA-512.
    public static let dsaWithSHA512 = OID(2, 16, 840, 1, 101, 3, 4, 3, 4)
    /// GOST R 34.10-2001 with GOST R 34.11-94: RFC 4491, 2.2.2.
    public static let gost2001With341194 = OID(1, 2, 643, 2, 2, 3)
    /// GOST R 34.10-2012 of 256 bits with Streebog-256: RFC 9215, 3.
    public static let gost2012Of256WithStreebog = OID(1, 2, 643, 7, 1, 1, 3, 2)
    /// GOST R 34.10-2012 of 512 bits with Streebog-512: RFC 9215, 3.
    public static let gost2012Of512WithStreebog = OID(1, 2, 643, 7, 1, 1, 3, 3)

    // MARK: - Encryption

    /// PBES2, encryption under a passphrase: RFC 8018, 6.2.
    public static let pbes2 = OID(1, 2, 840, 113_549, 1, 5, 13)
}
