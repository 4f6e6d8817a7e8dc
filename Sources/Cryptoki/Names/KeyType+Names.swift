// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
internal import CCryptoki

extension KeyType {
    /// `CKK_RSA`.
    public static let rsa = KeyType(rawValue: CKK_RSA)
    /// `CKK_DSA`.
    public static let dsa = KeyType(rawValue: CKK_DSA)
    /// `CKK_DH`.
    public static let dh = KeyType(rawValue: CKK_DH)
    /// `CKK_EC`.
    public static let ec = KeyType(rawValue: CKK_EC)
    /// `CKK_ECDSA`.
    public static let ecdsa = KeyType(rawValue: CKK_ECDSA)
    /// `CKK_X9_42_DH`.
    public static let x9_42DH = KeyType(rawValue: CKK_X9_42_DH)
    /// `CKK_KEA`.
    public static let kea = KeyType(rawValue: CKK_KEA)
    /// `CKK_GENERIC_SECRET`.
    public static let genericSecret = KeyType(rawValue: CKK_GENERIC_SECRET)
    /// `CKK_RC2`.
    public static let rc2 = KeyType(rawValue: CKK_RC2)
    /// `CKK_RC4`.
    public static let rc4 = KeyType(rawValue: CKK_RC4)
    /// `CKK_DES`.
    public static let des = KeyType(rawValue: CKK_DES)
    /// `CKK_DES2`.
    public static let des2 = KeyType(rawValue: CKK_DES2)
    /// `CKK_DES3`.
    public static let des3 = KeyType(rawValue: CKK_DES3)
    /// `CKK_CAST`.
    public static let cast = KeyType(rawValue: CKK_CAST)
    /// `CKK_CAST3`.
    public static let cast3 = KeyType(rawValue: CKK_CAST3)
    /// `CKK_CAST128`.
    public static let cast128 = KeyType(rawValue: CKK_CAST128)
    /// `CKK_CAST5`.
    public static let cast5 = KeyType(rawValue: CKK_CAST5)
    /// `CKK_RC5`.
    public static let rc5 = KeyType(rawValue: CKK_RC5)
    /// `CKK_IDEA`.
    public static let idea = KeyType(rawValue: CKK_IDEA)
    /// `CKK_SKIPJACK`.
    public static let skipjack = KeyType(rawValue: CKK_SKIPJACK)
    /// `CKK_BATON`.
    public static let baton = KeyType(rawValue: CKK_BATON)
    /// `CKK_JUNIPER`.
    public static let juniper = KeyType(rawValue: CKK_JUNIPER)
    /// `CKK_CDMF`.
    public static let cdmf = KeyType(rawValue: CKK_CDMF)
    /// `CKK_AES`.
    public static let aes = KeyType(rawValue: CKK_AES)
    /// `CKK_BLOWFISH`.
    public static let blowfish = KeyType(rawValue: CKK_BLOWFISH)
    /// `CKK_TWOFISH`.
    public static let twofish = KeyType(rawValue: CKK_TWOFISH)
    /// `CKK_SECURID`.
    public static let securid = KeyType(rawValue: CKK_SECURID)
    /// `CKK_HOTP`.
    public static let hotp = KeyType(rawValue: CKK_HOTP)
    /// `CKK_ACTI`.
    public static let acti = KeyType(rawValue: CKK_ACTI)
    /// `CKK_CAMELLIA`.
    public static let camellia = KeyType(rawValue: CKK_CAMELLIA)
    /// `CKK_ARIA`.
    public static let aria = KeyType(rawValue: CKK_ARIA)
    /// `CKK_MD5_HMAC`.
    public static let md5HMAC = KeyType(rawValue: CKK_MD5_HMAC)
    /// `CKK_SHA_1_HMAC`.
    public static let sha1HMAC = KeyType(rawValue: CKK_SHA_1_HMAC)
    /// `CKK_RIPEMD128_HMAC`.
    public static let ripemd128HMAC = KeyType(rawValue: CKK_RIPEMD128_HMAC)
    /// `CKK_RIPEMD160_HMAC`.
    public static let ripemd160HMAC = KeyType(rawValue: CKK_RIPEMD160_HMAC)
    /// `CKK_SHA256_HMAC`.
    public static let sha256HMAC = KeyType(rawValue: CKK_SHA256_HMAC)
    /// `CKK_SHA384_HMAC`.
    public static let sha384HMAC = KeyType(rawValue: CKK_SHA384_HMAC)
    /// `CKK_SHA512_HMAC`.
    public static let sha512HMAC = KeyType(rawValue: CKK_SHA512_HMAC)
    /// `CKK_SHA224_HMAC`.
    public static let sha224HMAC = KeyType(rawValue: CKK_SHA224_HMAC)
    /// `CKK_SEED`.
    public static let seed = KeyType(rawValue: CKK_SEED)
    /// `CKK_GOSTR3410`.
    public static let gostr3410 = KeyType(rawValue: CKK_GOSTR3410)
    /// `CKK_GOSTR3411`.
    public static let gostr3411 = KeyType(rawValue: CKK_GOSTR3411)
    /// `CKK_GOST28147`.
    public static let gost28147 = KeyType(rawValue: CKK_GOST28147)
    /// `CKK_CHACHA20`.
    public static let chacha20 = KeyType(rawValue: CKK_CHACHA20)
    /// `CKK_POLY1305`.
    public static let poly1305 = KeyType(rawValue: CKK_POLY1305)
    /// `CKK_AES_XTS`.
    public static let aesXTS = KeyType(rawValue: CKK_AES_XTS)
    /// `CKK_SHA3_224_HMAC`.
    public static let sha3_224HMAC = KeyType(rawValue: CKK_SHA3_224_HMAC)
    /// `CKK_SHA3_256_HMAC`.
    public static let sha3_256HMAC = KeyType(rawValue: CKK_SHA3_256_HMAC)
    /// `CKK_SHA3_384_HMAC`.
    public static let sha3_384HMAC = KeyType(rawValue: CKK_SHA3_384_HMAC)
    /// `CKK_SHA3_512_HMAC`.
    public static let sha3_512HMAC = KeyType(rawValue: CKK_SHA3_512_HMAC)
    /// `CKK_BLAKE2B_160_HMAC`.
    public static let blake2b160HMAC = KeyType(rawValue: CKK_BLAKE2B_160_HMAC)
    /// `CKK_BLAKE2B_256_HMAC`.
    public static let blake2b256HMAC = KeyType(rawValue: CKK_BLAKE2B_256_HMAC)
    /// `CKK_BLAKE2B_384_HMAC`.
    public static let blake2b384HMAC = KeyType(rawValue: CKK_BLAKE2B_384_HMAC)
    /// `CKK_BLAKE2B_512_HMAC`.
    public static let blake2b512HMAC = KeyType(rawValue: CKK_BLAKE2B_512_HMAC)
    /// `CKK_SALSA20`.
    public static let salsa20 = KeyType(rawValue: CKK_SALSA20)
    /// `CKK_X2RATCHET`.
    public static let x2ratchet = KeyType(rawValue: CKK_X2RATCHET)
    /// `CKK_EC_EDWARDS`.
    public static let ecEdwards = KeyType(rawValue: CKK_EC_EDWARDS)
    /// `CKK_EC_MONTGOMERY`.
    public static let ecMontgomery = KeyType(rawValue: CKK_EC_MONTGOMERY)
    /// `CKK_HKDF`.
    public static let hkdf = KeyType(rawValue: CKK_HKDF)
    /// `CKK_SHA512_224_HMAC`.
    public static let sha512_224HMAC = KeyType(rawValue: CKK_SHA512_224_HMAC)
    /// `CKK_SHA512_256_HMAC`.
    public static let sha512_256HMAC = KeyType(rawValue: CKK_SHA512_256_HMAC)
    /// `CKK_SHA512_T_HMAC`.
    public static let sha512THMAC = KeyType(rawValue: CKK_SHA512_T_HMAC)
    /// `CKK_HSS`.
    public static let hss = KeyType(rawValue: CKK_HSS)
    /// `CKK_XMSS`.
    public static let xmss = KeyType(rawValue: CKK_XMSS)
    /// `CKK_XMSSMT`.
    public static let xmssmt = KeyType(rawValue: CKK_XMSSMT)
    /// `CKK_ML_KEM`.
    public static let mlKEM = KeyType(rawValue: CKK_ML_KEM)
    /// `CKK_ML_DSA`.
    public static let mlDSA = KeyType(rawValue: CKK_ML_DSA)
    /// `CKK_SLH_DSA`.
    public static let slhDSA = KeyType(rawValue: CKK_SLH_DSA)

    /// The constants by number; of several names for one number, the first of the standard's list.
    static let names: [UInt: String] = Dictionary(
        [
            (CKK_RSA, "CKK_RSA"),
            (CKK_DSA, "CKK_DSA"),
            (CKK_DH, "CKK_DH"),
            (CKK_EC, "CKK_EC"),
            (CKK_X9_42_DH, "CKK_X9_42_DH"),
            (CKK_KEA, "CKK_KEA"),
            (CKK_GENERIC_SECRET, "CKK_GENERIC_SECRET"),
            (CKK_RC2, "CKK_RC2"),
            (CKK_RC4, "CKK_RC4"),
            (CKK_DES, "CKK_DES"),
            (CKK_DES2, "CKK_DES2"),
            (CKK_DES3, "CKK_DES3"),
            (CKK_CAST, "CKK_CAST"),
            (CKK_CAST3, "CKK_CAST3"),
            (CKK_CAST128, "CKK_CAST128"),
            (CKK_RC5, "CKK_RC5"),
            (CKK_IDEA, "CKK_IDEA"),
            (CKK_SKIPJACK, "CKK_SKIPJACK"),
            (CKK_BATON, "CKK_BATON"),
            (CKK_JUNIPER, "CKK_JUNIPER"),
            (CKK_CDMF, "CKK_CDMF"),
            (CKK_AES, "CKK_AES"),
            (CKK_BLOWFISH, "CKK_BLOWFISH"),
            (CKK_TWOFISH, "CKK_TWOFISH"),
            (CKK_SECURID, "CKK_SECURID"),
            (CKK_HOTP, "CKK_HOTP"),
            (CKK_ACTI, "CKK_ACTI"),
            (CKK_CAMELLIA, "CKK_CAMELLIA"),
            (CKK_ARIA, "CKK_ARIA"),
            (CKK_MD5_HMAC, "CKK_MD5_HMAC"),
            (CKK_SHA_1_HMAC, "CKK_SHA_1_HMAC"),
            (CKK_RIPEMD128_HMAC, "CKK_RIPEMD128_HMAC"),
            (CKK_RIPEMD160_HMAC, "CKK_RIPEMD160_HMAC"),
            (CKK_SHA256_HMAC, "CKK_SHA256_HMAC"),
            (CKK_SHA384_HMAC, "CKK_SHA384_HMAC"),
            (CKK_SHA512_HMAC, "CKK_SHA512_HMAC"),
            (CKK_SHA224_HMAC, "CKK_SHA224_HMAC"),
            (CKK_SEED, "CKK_SEED"),
            (CKK_GOSTR3410, "CKK_GOSTR3410"),
            (CKK_GOSTR3411, "CKK_GOSTR3411"),
            (CKK_GOST28147, "CKK_GOST28147"),
            (CKK_CHACHA20, "CKK_CHACHA20"),
            (CKK_POLY1305, "CKK_POLY1305"),
            (CKK_AES_XTS, "CKK_AES_XTS"),
            (CKK_SHA3_224_HMAC, "CKK_SHA3_224_HMAC"),
            (CKK_SHA3_256_HMAC, "CKK_SHA3_256_HMAC"),
            (CKK_SHA3_384_HMAC, "CKK_SHA3_384_HMAC"),
            (CKK_SHA3_512_HMAC, "CKK_SHA3_512_HMAC"),
            (CKK_BLAKE2B_160_HMAC, "CKK_BLAKE2B_160_HMAC"),
            (CKK_BLAKE2B_256_HMAC, "CKK_BLAKE2B_256_HMAC"),
            (CKK_BLAKE2B_384_HMAC, "CKK_BLAKE2B_384_HMAC"),
            (CKK_BLAKE2B_512_HMAC, "CKK_BLAKE2B_512_HMAC"),
            (CKK_SALSA20, "CKK_SALSA20"),
            (CKK_X2RATCHET, "CKK_X2RATCHET"),
            (CKK_EC_EDWARDS, "CKK_EC_EDWARDS"),
            (CKK_EC_MONTGOMERY, "CKK_EC_MONTGOMERY"),
            (CKK_HKDF, "CKK_HKDF"),
            (CKK_SHA512_224_HMAC, "CKK_SHA512_224_HMAC"),
            (CKK_SHA512_256_HMAC, "CKK_SHA512_256_HMAC"),
            (CKK_SHA512_T_HMAC, "CKK_SHA512_T_HMAC"),
            (CKK_HSS, "CKK_HSS"),
            (CKK_XMSS, "CKK_XMSS"),
            (CKK_XMSSMT, "CKK_XMSSMT"),
            (CKK_ML_KEM, "CKK_ML_KEM"),
            (CKK_ML_DSA, "CKK_ML_DSA"),
            (CKK_SLH_DSA, "CKK_SLH_DSA"),
        ],
        uniquingKeysWith: { first, _ in first }
    )
}
