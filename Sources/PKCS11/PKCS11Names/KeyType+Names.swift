// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
extension KeyType {
    /// `CKK_RSA`.
    public static let rsa = KeyType(rawValue: 0x0)
    /// `CKK_DSA`.
    public static let dsa = KeyType(rawValue: 0x1)
    /// `CKK_DH`.
    public static let dh = KeyType(rawValue: 0x2)
    /// `CKK_EC`.
    public static let ec = KeyType(rawValue: 0x3)
    /// `CKK_ECDSA`.
    public static let ecdsa = KeyType(rawValue: 0x3)
    /// `CKK_X9_42_DH`.
    public static let x9_42DH = KeyType(rawValue: 0x4)
    /// `CKK_KEA`.
    public static let kea = KeyType(rawValue: 0x5)
    /// `CKK_GENERIC_SECRET`.
    public static let genericSecret = KeyType(rawValue: 0x10)
    /// `CKK_RC2`.
    public static let rc2 = KeyType(rawValue: 0x11)
    /// `CKK_RC4`.
    public static let rc4 = KeyType(rawValue: 0x12)
    /// `CKK_DES`.
    public static let des = KeyType(rawValue: 0x13)
    /// `CKK_DES2`.
    public static let des2 = KeyType(rawValue: 0x14)
    /// `CKK_DES3`.
    public static let des3 = KeyType(rawValue: 0x15)
    /// `CKK_CAST`.
    public static let cast = KeyType(rawValue: 0x16)
    /// `CKK_CAST3`.
    public static let cast3 = KeyType(rawValue: 0x17)
    /// `CKK_CAST128`.
    public static let cast128 = KeyType(rawValue: 0x18)
    /// `CKK_CAST5`.
    public static let cast5 = KeyType(rawValue: 0x18)
    /// `CKK_RC5`.
    public static let rc5 = KeyType(rawValue: 0x19)
    /// `CKK_IDEA`.
    public static let idea = KeyType(rawValue: 0x1A)
    /// `CKK_SKIPJACK`.
    public static let skipjack = KeyType(rawValue: 0x1B)
    /// `CKK_BATON`.
    public static let baton = KeyType(rawValue: 0x1C)
    /// `CKK_JUNIPER`.
    public static let juniper = KeyType(rawValue: 0x1D)
    /// `CKK_CDMF`.
    public static let cdmf = KeyType(rawValue: 0x1E)
    /// `CKK_AES`.
    public static let aes = KeyType(rawValue: 0x1F)
    /// `CKK_BLOWFISH`.
    public static let blowfish = KeyType(rawValue: 0x20)
    /// `CKK_TWOFISH`.
    public static let twofish = KeyType(rawValue: 0x21)
    /// `CKK_SECURID`.
    public static let securid = KeyType(rawValue: 0x22)
    /// `CKK_HOTP`.
    public static let hotp = KeyType(rawValue: 0x23)
    /// `CKK_ACTI`.
    public static let acti = KeyType(rawValue: 0x24)
    /// `CKK_CAMELLIA`.
    public static let camellia = KeyType(rawValue: 0x25)
    /// `CKK_ARIA`.
    public static let aria = KeyType(rawValue: 0x26)
    /// `CKK_MD5_HMAC`.
    public static let md5HMAC = KeyType(rawValue: 0x27)
    /// `CKK_SHA_1_HMAC`.
    public static let sha1HMAC = KeyType(rawValue: 0x28)
    /// `CKK_RIPEMD128_HMAC`.
    public static let ripemd128HMAC = KeyType(rawValue: 0x29)
    /// `CKK_RIPEMD160_HMAC`.
    public static let ripemd160HMAC = KeyType(rawValue: 0x2A)
    /// `CKK_SHA256_HMAC`.
    public static let sha256HMAC = KeyType(rawValue: 0x2B)
    /// `CKK_SHA384_HMAC`.
    public static let sha384HMAC = KeyType(rawValue: 0x2C)
    /// `CKK_SHA512_HMAC`.
    public static let sha512HMAC = KeyType(rawValue: 0x2D)
    /// `CKK_SHA224_HMAC`.
    public static let sha224HMAC = KeyType(rawValue: 0x2E)
    /// `CKK_SEED`.
    public static let seed = KeyType(rawValue: 0x2F)
    /// `CKK_GOSTR3410`.
    public static let gostr3410 = KeyType(rawValue: 0x30)
    /// `CKK_GOSTR3411`.
    public static let gostr3411 = KeyType(rawValue: 0x31)
    /// `CKK_GOST28147`.
    public static let gost28147 = KeyType(rawValue: 0x32)
    /// `CKK_CHACHA20`.
    public static let chacha20 = KeyType(rawValue: 0x33)
    /// `CKK_POLY1305`.
    public static let poly1305 = KeyType(rawValue: 0x34)
    /// `CKK_AES_XTS`.
    public static let aesXTS = KeyType(rawValue: 0x35)
    /// `CKK_SHA3_224_HMAC`.
    public static let sha3_224HMAC = KeyType(rawValue: 0x36)
    /// `CKK_SHA3_256_HMAC`.
    public static let sha3_256HMAC = KeyType(rawValue: 0x37)
    /// `CKK_SHA3_384_HMAC`.
    public static let sha3_384HMAC = KeyType(rawValue: 0x38)
    /// `CKK_SHA3_512_HMAC`.
    public static let sha3_512HMAC = KeyType(rawValue: 0x39)
    /// `CKK_BLAKE2B_160_HMAC`.
    public static let blake2b160HMAC = KeyType(rawValue: 0x3A)
    /// `CKK_BLAKE2B_256_HMAC`.
    public static let blake2b256HMAC = KeyType(rawValue: 0x3B)
    /// `CKK_BLAKE2B_384_HMAC`.
    public static let blake2b384HMAC = KeyType(rawValue: 0x3C)
    /// `CKK_BLAKE2B_512_HMAC`.
    public static let blake2b512HMAC = KeyType(rawValue: 0x3D)
    /// `CKK_SALSA20`.
    public static let salsa20 = KeyType(rawValue: 0x3E)
    /// `CKK_X2RATCHET`.
    public static let x2ratchet = KeyType(rawValue: 0x3F)
    /// `CKK_EC_EDWARDS`.
    public static let ecEdwards = KeyType(rawValue: 0x40)
    /// `CKK_EC_MONTGOMERY`.
    public static let ecMontgomery = KeyType(rawValue: 0x41)
    /// `CKK_HKDF`.
    public static let hkdf = KeyType(rawValue: 0x42)
    /// `CKK_SHA512_224_HMAC`.
    public static let sha512_224HMAC = KeyType(rawValue: 0x43)
    /// `CKK_SHA512_256_HMAC`.
    public static let sha512_256HMAC = KeyType(rawValue: 0x44)
    /// `CKK_SHA512_T_HMAC`.
    public static let sha512THMAC = KeyType(rawValue: 0x45)
    /// `CKK_HSS`.
    public static let hss = KeyType(rawValue: 0x46)
    /// `CKK_XMSS`.
    public static let xmss = KeyType(rawValue: 0x47)
    /// `CKK_XMSSMT`.
    public static let xmssmt = KeyType(rawValue: 0x48)
    /// `CKK_ML_KEM`.
    public static let mlKEM = KeyType(rawValue: 0x49)
    /// `CKK_ML_DSA`.
    public static let mlDSA = KeyType(rawValue: 0x4A)
    /// `CKK_SLH_DSA`.
    public static let slhDSA = KeyType(rawValue: 0x4B)

    /// Every constant with its name in C; of two names of one number, the one that is shown stands first.
    static let table: [(KeyType, String)] = [
        (.rsa, "CKK_RSA"),
        (.dsa, "CKK_DSA"),
        (.dh, "CKK_DH"),
        (.ec, "CKK_EC"),
        (.x9_42DH, "CKK_X9_42_DH"),
        (.kea, "CKK_KEA"),
        (.genericSecret, "CKK_GENERIC_SECRET"),
        (.rc2, "CKK_RC2"),
        (.rc4, "CKK_RC4"),
        (.des, "CKK_DES"),
        (.des2, "CKK_DES2"),
        (.des3, "CKK_DES3"),
        (.cast, "CKK_CAST"),
        (.cast3, "CKK_CAST3"),
        (.cast128, "CKK_CAST128"),
        (.rc5, "CKK_RC5"),
        (.idea, "CKK_IDEA"),
        (.skipjack, "CKK_SKIPJACK"),
        (.baton, "CKK_BATON"),
        (.juniper, "CKK_JUNIPER"),
        (.cdmf, "CKK_CDMF"),
        (.aes, "CKK_AES"),
        (.blowfish, "CKK_BLOWFISH"),
        (.twofish, "CKK_TWOFISH"),
        (.securid, "CKK_SECURID"),
        (.hotp, "CKK_HOTP"),
        (.acti, "CKK_ACTI"),
        (.camellia, "CKK_CAMELLIA"),
        (.aria, "CKK_ARIA"),
        (.md5HMAC, "CKK_MD5_HMAC"),
        (.sha1HMAC, "CKK_SHA_1_HMAC"),
        (.ripemd128HMAC, "CKK_RIPEMD128_HMAC"),
        (.ripemd160HMAC, "CKK_RIPEMD160_HMAC"),
        (.sha256HMAC, "CKK_SHA256_HMAC"),
        (.sha384HMAC, "CKK_SHA384_HMAC"),
        (.sha512HMAC, "CKK_SHA512_HMAC"),
        (.sha224HMAC, "CKK_SHA224_HMAC"),
        (.seed, "CKK_SEED"),
        (.gostr3410, "CKK_GOSTR3410"),
        (.gostr3411, "CKK_GOSTR3411"),
        (.gost28147, "CKK_GOST28147"),
        (.chacha20, "CKK_CHACHA20"),
        (.poly1305, "CKK_POLY1305"),
        (.aesXTS, "CKK_AES_XTS"),
        (.sha3_224HMAC, "CKK_SHA3_224_HMAC"),
        (.sha3_256HMAC, "CKK_SHA3_256_HMAC"),
        (.sha3_384HMAC, "CKK_SHA3_384_HMAC"),
        (.sha3_512HMAC, "CKK_SHA3_512_HMAC"),
        (.blake2b160HMAC, "CKK_BLAKE2B_160_HMAC"),
        (.blake2b256HMAC, "CKK_BLAKE2B_256_HMAC"),
        (.blake2b384HMAC, "CKK_BLAKE2B_384_HMAC"),
        (.blake2b512HMAC, "CKK_BLAKE2B_512_HMAC"),
        (.salsa20, "CKK_SALSA20"),
        (.x2ratchet, "CKK_X2RATCHET"),
        (.ecEdwards, "CKK_EC_EDWARDS"),
        (.ecMontgomery, "CKK_EC_MONTGOMERY"),
        (.hkdf, "CKK_HKDF"),
        (.sha512_224HMAC, "CKK_SHA512_224_HMAC"),
        (.sha512_256HMAC, "CKK_SHA512_256_HMAC"),
        (.sha512THMAC, "CKK_SHA512_T_HMAC"),
        (.hss, "CKK_HSS"),
        (.xmss, "CKK_XMSS"),
        (.xmssmt, "CKK_XMSSMT"),
        (.mlKEM, "CKK_ML_KEM"),
        (.mlDSA, "CKK_ML_DSA"),
        (.slhDSA, "CKK_SLH_DSA"),
        (.ecdsa, "CKK_ECDSA"),
        (.cast5, "CKK_CAST5"),
    ]
    static let names = constantNames(table + tc26Table)
}
