// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
extension MechanismType {
    /// `CKM_RSA_PKCS_KEY_PAIR_GEN`.
    public static let rsaPKCSKeyPairGen = MechanismType(rawValue: 0x0)
    /// `CKM_RSA_PKCS`.
    public static let rsaPKCS = MechanismType(rawValue: 0x1)
    /// `CKM_RSA_9796`.
    public static let rsa9796 = MechanismType(rawValue: 0x2)
    /// `CKM_RSA_X_509`.
    public static let rsaX509 = MechanismType(rawValue: 0x3)
    /// `CKM_MD2_RSA_PKCS`.
    public static let md2RSAPKCS = MechanismType(rawValue: 0x4)
    /// `CKM_MD5_RSA_PKCS`.
    public static let md5RSAPKCS = MechanismType(rawValue: 0x5)
    /// `CKM_SHA1_RSA_PKCS`.
    public static let sha1RSAPKCS = MechanismType(rawValue: 0x6)
    /// `CKM_RIPEMD128_RSA_PKCS`.
    public static let ripemd128RSAPKCS = MechanismType(rawValue: 0x7)
    /// `CKM_RIPEMD160_RSA_PKCS`.
    public static let ripemd160RSAPKCS = MechanismType(rawValue: 0x8)
    /// `CKM_RSA_PKCS_OAEP`.
    public static let rsaPKCSOAEP = MechanismType(rawValue: 0x9)
    /// `CKM_RSA_X9_31_KEY_PAIR_GEN`.
    public static let rsaX9_31KeyPairGen = MechanismType(rawValue: 0xA)
    /// `CKM_RSA_X9_31`.
    public static let rsaX9_31 = MechanismType(rawValue: 0xB)
    /// `CKM_SHA1_RSA_X9_31`.
    public static let sha1RSAX9_31 = MechanismType(rawValue: 0xC)
    /// `CKM_RSA_PKCS_PSS`.
    public static let rsaPKCSPSS = MechanismType(rawValue: 0xD)
    /// `CKM_SHA1_RSA_PKCS_PSS`.
    public static let sha1RSAPKCSPSS = MechanismType(rawValue: 0xE)
    /// `CKM_ML_KEM_KEY_PAIR_GEN`.
    public static let mlKEMKeyPairGen = MechanismType(rawValue: 0xF)
    /// `CKM_DSA_KEY_PAIR_GEN`.
    public static let dsaKeyPairGen = MechanismType(rawValue: 0x10)
    /// `CKM_DSA`.
    public static let dsa = MechanismType(rawValue: 0x11)
    /// `CKM_DSA_SHA1`.
    public static let dsaSHA1 = MechanismType(rawValue: 0x12)
    /// `CKM_DSA_SHA224`.
    public static let dsaSHA224 = MechanismType(rawValue: 0x13)
    /// `CKM_DSA_SHA256`.
    public static let dsaSHA256 = MechanismType(rawValue: 0x14)
    /// `CKM_DSA_SHA384`.
    public static let dsaSHA384 = MechanismType(rawValue: 0x15)
    /// `CKM_DSA_SHA512`.
    public static let dsaSHA512 = MechanismType(rawValue: 0x16)
    /// `CKM_ML_KEM`.
    public static let mlKEM = MechanismType(rawValue: 0x17)
    /// `CKM_DSA_SHA3_224`.
    public static let dsaSHA3_224 = MechanismType(rawValue: 0x18)
    /// `CKM_DSA_SHA3_256`.
    public static let dsaSHA3_256 = MechanismType(rawValue: 0x19)
    /// `CKM_DSA_SHA3_384`.
    public static let dsaSHA3_384 = MechanismType(rawValue: 0x1A)
    /// `CKM_DSA_SHA3_512`.
    public static let dsaSHA3_512 = MechanismType(rawValue: 0x1B)
    /// `CKM_ML_DSA_KEY_PAIR_GEN`.
    public static let mlDSAKeyPairGen = MechanismType(rawValue: 0x1C)
    /// `CKM_ML_DSA`.
    public static let mlDSA = MechanismType(rawValue: 0x1D)
    /// `CKM_HASH_ML_DSA`.
    public static let hashMLDSA = MechanismType(rawValue: 0x1F)
    /// `CKM_DH_PKCS_KEY_PAIR_GEN`.
    public static let dhPKCSKeyPairGen = MechanismType(rawValue: 0x20)
    /// `CKM_DH_PKCS_DERIVE`.
    public static let dhPKCSDerive = MechanismType(rawValue: 0x21)
    /// `CKM_HASH_ML_DSA_SHA224`.
    public static let hashMLDSASHA224 = MechanismType(rawValue: 0x23)
    /// `CKM_HASH_ML_DSA_SHA256`.
    public static let hashMLDSASHA256 = MechanismType(rawValue: 0x24)
    /// `CKM_HASH_ML_DSA_SHA384`.
    public static let hashMLDSASHA384 = MechanismType(rawValue: 0x25)
    /// `CKM_HASH_ML_DSA_SHA512`.
    public static let hashMLDSASHA512 = MechanismType(rawValue: 0x26)
    /// `CKM_HASH_ML_DSA_SHA3_224`.
    public static let hashMLDSASHA3_224 = MechanismType(rawValue: 0x27)
    /// `CKM_HASH_ML_DSA_SHA3_256`.
    public static let hashMLDSASHA3_256 = MechanismType(rawValue: 0x28)
    /// `CKM_HASH_ML_DSA_SHA3_384`.
    public static let hashMLDSASHA3_384 = MechanismType(rawValue: 0x29)
    /// `CKM_HASH_ML_DSA_SHA3_512`.
    public static let hashMLDSASHA3_512 = MechanismType(rawValue: 0x2A)
    /// `CKM_HASH_ML_DSA_SHAKE128`.
    public static let hashMLDSAShake128 = MechanismType(rawValue: 0x2B)
    /// `CKM_HASH_ML_DSA_SHAKE256`.
    public static let hashMLDSAShake256 = MechanismType(rawValue: 0x2C)
    /// `CKM_SLH_DSA_KEY_PAIR_GEN`.
    public static let slhDSAKeyPairGen = MechanismType(rawValue: 0x2D)
    /// `CKM_SLH_DSA`.
    public static let slhDSA = MechanismType(rawValue: 0x2E)
    /// `CKM_X9_42_DH_KEY_PAIR_GEN`.
    public static let x9_42DHKeyPairGen = MechanismType(rawValue: 0x30)
    /// `CKM_X9_42_DH_DERIVE`.
    public static let x9_42DHDerive = MechanismType(rawValue: 0x31)
    /// `CKM_X9_42_DH_HYBRID_DERIVE`.
    public static let x9_42DHHybridDerive = MechanismType(rawValue: 0x32)
    /// `CKM_X9_42_MQV_DERIVE`.
    public static let x9_42MqvDerive = MechanismType(rawValue: 0x33)
    /// `CKM_HASH_SLH_DSA`.
    public static let hashSLHDSA = MechanismType(rawValue: 0x34)
    /// `CKM_HASH_SLH_DSA_SHA224`.
    public static let hashSLHDSASHA224 = MechanismType(rawValue: 0x36)
    /// `CKM_HASH_SLH_DSA_SHA256`.
    public static let hashSLHDSASHA256 = MechanismType(rawValue: 0x37)
    /// `CKM_HASH_SLH_DSA_SHA384`.
    public static let hashSLHDSASHA384 = MechanismType(rawValue: 0x38)
    /// `CKM_HASH_SLH_DSA_SHA512`.
    public static let hashSLHDSASHA512 = MechanismType(rawValue: 0x39)
    /// `CKM_HASH_SLH_DSA_SHA3_224`.
    public static let hashSLHDSASHA3_224 = MechanismType(rawValue: 0x3A)
    /// `CKM_HASH_SLH_DSA_SHA3_256`.
    public static let hashSLHDSASHA3_256 = MechanismType(rawValue: 0x3B)
    /// `CKM_HASH_SLH_DSA_SHA3_384`.
    public static let hashSLHDSASHA3_384 = MechanismType(rawValue: 0x3C)
    /// `CKM_HASH_SLH_DSA_SHA3_512`.
    public static let hashSLHDSASHA3_512 = MechanismType(rawValue: 0x3D)
    /// `CKM_HASH_SLH_DSA_SHAKE128`.
    public static let hashSLHDSAShake128 = MechanismType(rawValue: 0x3E)
    /// `CKM_HASH_SLH_DSA_SHAKE256`.
    public static let hashSLHDSAShake256 = MechanismType(rawValue: 0x3F)
    /// `CKM_SHA256_RSA_PKCS`.
    public static let sha256RSAPKCS = MechanismType(rawValue: 0x40)
    /// `CKM_SHA384_RSA_PKCS`.
    public static let sha384RSAPKCS = MechanismType(rawValue: 0x41)
    /// `CKM_SHA512_RSA_PKCS`.
    public static let sha512RSAPKCS = MechanismType(rawValue: 0x42)
    /// `CKM_SHA256_RSA_PKCS_PSS`.
    public static let sha256RSAPKCSPSS = MechanismType(rawValue: 0x43)
    /// `CKM_SHA384_RSA_PKCS_PSS`.
    public static let sha384RSAPKCSPSS = MechanismType(rawValue: 0x44)
    /// `CKM_SHA512_RSA_PKCS_PSS`.
    public static let sha512RSAPKCSPSS = MechanismType(rawValue: 0x45)
    /// `CKM_SHA224_RSA_PKCS`.
    public static let sha224RSAPKCS = MechanismType(rawValue: 0x46)
    /// `CKM_SHA224_RSA_PKCS_PSS`.
    public static let sha224RSAPKCSPSS = MechanismType(rawValue: 0x47)
    /// `CKM_SHA512_224`.
    public static let sha512_224 = MechanismType(rawValue: 0x48)
    /// `CKM_SHA512_224_HMAC`.
    public static let sha512_224HMAC = MechanismType(rawValue: 0x49)
    /// `CKM_SHA512_224_HMAC_GENERAL`.
    public static let sha512_224HMACGeneral = MechanismType(rawValue: 0x4A)
    /// `CKM_SHA512_224_KEY_DERIVATION`.
    public static let sha512_224KeyDerivation = MechanismType(rawValue: 0x4B)
    /// `CKM_SHA512_256`.
    public static let sha512_256 = MechanismType(rawValue: 0x4C)
    /// `CKM_SHA512_256_HMAC`.
    public static let sha512_256HMAC = MechanismType(rawValue: 0x4D)
    /// `CKM_SHA512_256_HMAC_GENERAL`.
    public static let sha512_256HMACGeneral = MechanismType(rawValue: 0x4E)
    /// `CKM_SHA512_256_KEY_DERIVATION`.
    public static let sha512_256KeyDerivation = MechanismType(rawValue: 0x4F)
    /// `CKM_SHA512_T`.
    public static let sha512T = MechanismType(rawValue: 0x50)
    /// `CKM_SHA512_T_HMAC`.
    public static let sha512THMAC = MechanismType(rawValue: 0x51)
    /// `CKM_SHA512_T_HMAC_GENERAL`.
    public static let sha512THMACGeneral = MechanismType(rawValue: 0x52)
    /// `CKM_SHA512_T_KEY_DERIVATION`.
    public static let sha512TKeyDerivation = MechanismType(rawValue: 0x53)
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE`.
    public static let tls12ExtendedMasterKeyDerive = MechanismType(rawValue: 0x56)
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH`.
    public static let tls12ExtendedMasterKeyDeriveDH = MechanismType(rawValue: 0x57)
    /// `CKM_SHA3_256_RSA_PKCS`.
    public static let sha3_256RSAPKCS = MechanismType(rawValue: 0x60)
    /// `CKM_SHA3_384_RSA_PKCS`.
    public static let sha3_384RSAPKCS = MechanismType(rawValue: 0x61)
    /// `CKM_SHA3_512_RSA_PKCS`.
    public static let sha3_512RSAPKCS = MechanismType(rawValue: 0x62)
    /// `CKM_SHA3_256_RSA_PKCS_PSS`.
    public static let sha3_256RSAPKCSPSS = MechanismType(rawValue: 0x63)
    /// `CKM_SHA3_384_RSA_PKCS_PSS`.
    public static let sha3_384RSAPKCSPSS = MechanismType(rawValue: 0x64)
    /// `CKM_SHA3_512_RSA_PKCS_PSS`.
    public static let sha3_512RSAPKCSPSS = MechanismType(rawValue: 0x65)
    /// `CKM_SHA3_224_RSA_PKCS`.
    public static let sha3_224RSAPKCS = MechanismType(rawValue: 0x66)
    /// `CKM_SHA3_224_RSA_PKCS_PSS`.
    public static let sha3_224RSAPKCSPSS = MechanismType(rawValue: 0x67)
    /// `CKM_RC2_KEY_GEN`.
    public static let rc2KeyGen = MechanismType(rawValue: 0x100)
    /// `CKM_RC2_ECB`.
    public static let rc2ECB = MechanismType(rawValue: 0x101)
    /// `CKM_RC2_CBC`.
    public static let rc2CBC = MechanismType(rawValue: 0x102)
    /// `CKM_RC2_MAC`.
    public static let rc2MAC = MechanismType(rawValue: 0x103)
    /// `CKM_RC2_MAC_GENERAL`.
    public static let rc2MACGeneral = MechanismType(rawValue: 0x104)
    /// `CKM_RC2_CBC_PAD`.
    public static let rc2CBCPad = MechanismType(rawValue: 0x105)
    /// `CKM_RC4_KEY_GEN`.
    public static let rc4KeyGen = MechanismType(rawValue: 0x110)
    /// `CKM_RC4`.
    public static let rc4 = MechanismType(rawValue: 0x111)
    /// `CKM_DES_KEY_GEN`.
    public static let desKeyGen = MechanismType(rawValue: 0x120)
    /// `CKM_DES_ECB`.
    public static let desECB = MechanismType(rawValue: 0x121)
    /// `CKM_DES_CBC`.
    public static let desCBC = MechanismType(rawValue: 0x122)
    /// `CKM_DES_MAC`.
    public static let desMAC = MechanismType(rawValue: 0x123)
    /// `CKM_DES_MAC_GENERAL`.
    public static let desMACGeneral = MechanismType(rawValue: 0x124)
    /// `CKM_DES_CBC_PAD`.
    public static let desCBCPad = MechanismType(rawValue: 0x125)
    /// `CKM_DES2_KEY_GEN`.
    public static let des2KeyGen = MechanismType(rawValue: 0x130)
    /// `CKM_DES3_KEY_GEN`.
    public static let des3KeyGen = MechanismType(rawValue: 0x131)
    /// `CKM_DES3_ECB`.
    public static let des3ECB = MechanismType(rawValue: 0x132)
    /// `CKM_DES3_CBC`.
    public static let des3CBC = MechanismType(rawValue: 0x133)
    /// `CKM_DES3_MAC`.
    public static let des3MAC = MechanismType(rawValue: 0x134)
    /// `CKM_DES3_MAC_GENERAL`.
    public static let des3MACGeneral = MechanismType(rawValue: 0x135)
    /// `CKM_DES3_CBC_PAD`.
    public static let des3CBCPad = MechanismType(rawValue: 0x136)
    /// `CKM_DES3_CMAC_GENERAL`.
    public static let des3CMACGeneral = MechanismType(rawValue: 0x137)
    /// `CKM_DES3_CMAC`.
    public static let des3CMAC = MechanismType(rawValue: 0x138)
    /// `CKM_CDMF_KEY_GEN`.
    public static let cdmfKeyGen = MechanismType(rawValue: 0x140)
    /// `CKM_CDMF_ECB`.
    public static let cdmfECB = MechanismType(rawValue: 0x141)
    /// `CKM_CDMF_CBC`.
    public static let cdmfCBC = MechanismType(rawValue: 0x142)
    /// `CKM_CDMF_MAC`.
    public static let cdmfMAC = MechanismType(rawValue: 0x143)
    /// `CKM_CDMF_MAC_GENERAL`.
    public static let cdmfMACGeneral = MechanismType(rawValue: 0x144)
    /// `CKM_CDMF_CBC_PAD`.
    public static let cdmfCBCPad = MechanismType(rawValue: 0x145)
    /// `CKM_DES_OFB64`.
    public static let desOfb64 = MechanismType(rawValue: 0x150)
    /// `CKM_DES_OFB8`.
    public static let desOfb8 = MechanismType(rawValue: 0x151)
    /// `CKM_DES_CFB64`.
    public static let desCfb64 = MechanismType(rawValue: 0x152)
    /// `CKM_DES_CFB8`.
    public static let desCfb8 = MechanismType(rawValue: 0x153)
    /// `CKM_MD2`.
    public static let md2 = MechanismType(rawValue: 0x200)
    /// `CKM_MD2_HMAC`.
    public static let md2HMAC = MechanismType(rawValue: 0x201)
    /// `CKM_MD2_HMAC_GENERAL`.
    public static let md2HMACGeneral = MechanismType(rawValue: 0x202)
    /// `CKM_MD5`.
    public static let md5 = MechanismType(rawValue: 0x210)
    /// `CKM_MD5_HMAC`.
    public static let md5HMAC = MechanismType(rawValue: 0x211)
    /// `CKM_MD5_HMAC_GENERAL`.
    public static let md5HMACGeneral = MechanismType(rawValue: 0x212)
    /// `CKM_SHA_1`.
    public static let sha1 = MechanismType(rawValue: 0x220)
    /// `CKM_SHA_1_HMAC`.
    public static let sha1HMAC = MechanismType(rawValue: 0x221)
    /// `CKM_SHA_1_HMAC_GENERAL`.
    public static let sha1HMACGeneral = MechanismType(rawValue: 0x222)
    /// `CKM_RIPEMD128`.
    public static let ripemd128 = MechanismType(rawValue: 0x230)
    /// `CKM_RIPEMD128_HMAC`.
    public static let ripemd128HMAC = MechanismType(rawValue: 0x231)
    /// `CKM_RIPEMD128_HMAC_GENERAL`.
    public static let ripemd128HMACGeneral = MechanismType(rawValue: 0x232)
    /// `CKM_RIPEMD160`.
    public static let ripemd160 = MechanismType(rawValue: 0x240)
    /// `CKM_RIPEMD160_HMAC`.
    public static let ripemd160HMAC = MechanismType(rawValue: 0x241)
    /// `CKM_RIPEMD160_HMAC_GENERAL`.
    public static let ripemd160HMACGeneral = MechanismType(rawValue: 0x242)
    /// `CKM_SHA256`.
    public static let sha256 = MechanismType(rawValue: 0x250)
    /// `CKM_SHA256_HMAC`.
    public static let sha256HMAC = MechanismType(rawValue: 0x251)
    /// `CKM_SHA256_HMAC_GENERAL`.
    public static let sha256HMACGeneral = MechanismType(rawValue: 0x252)
    /// `CKM_SHA224`.
    public static let sha224 = MechanismType(rawValue: 0x255)
    /// `CKM_SHA224_HMAC`.
    public static let sha224HMAC = MechanismType(rawValue: 0x256)
    /// `CKM_SHA224_HMAC_GENERAL`.
    public static let sha224HMACGeneral = MechanismType(rawValue: 0x257)
    /// `CKM_SHA384`.
    public static let sha384 = MechanismType(rawValue: 0x260)
    /// `CKM_SHA384_HMAC`.
    public static let sha384HMAC = MechanismType(rawValue: 0x261)
    /// `CKM_SHA384_HMAC_GENERAL`.
    public static let sha384HMACGeneral = MechanismType(rawValue: 0x262)
    /// `CKM_SHA512`.
    public static let sha512 = MechanismType(rawValue: 0x270)
    /// `CKM_SHA512_HMAC`.
    public static let sha512HMAC = MechanismType(rawValue: 0x271)
    /// `CKM_SHA512_HMAC_GENERAL`.
    public static let sha512HMACGeneral = MechanismType(rawValue: 0x272)
    /// `CKM_SECURID_KEY_GEN`.
    public static let securidKeyGen = MechanismType(rawValue: 0x280)
    /// `CKM_SECURID`.
    public static let securid = MechanismType(rawValue: 0x282)
    /// `CKM_HOTP_KEY_GEN`.
    public static let hotpKeyGen = MechanismType(rawValue: 0x290)
    /// `CKM_HOTP`.
    public static let hotp = MechanismType(rawValue: 0x291)
    /// `CKM_ACTI`.
    public static let acti = MechanismType(rawValue: 0x2A0)
    /// `CKM_ACTI_KEY_GEN`.
    public static let actiKeyGen = MechanismType(rawValue: 0x2A1)
    /// `CKM_SHA3_256`.
    public static let sha3_256 = MechanismType(rawValue: 0x2B0)
    /// `CKM_SHA3_256_HMAC`.
    public static let sha3_256HMAC = MechanismType(rawValue: 0x2B1)
    /// `CKM_SHA3_256_HMAC_GENERAL`.
    public static let sha3_256HMACGeneral = MechanismType(rawValue: 0x2B2)
    /// `CKM_SHA3_256_KEY_GEN`.
    public static let sha3_256KeyGen = MechanismType(rawValue: 0x2B3)
    /// `CKM_SHA3_224`.
    public static let sha3_224 = MechanismType(rawValue: 0x2B5)
    /// `CKM_SHA3_224_HMAC`.
    public static let sha3_224HMAC = MechanismType(rawValue: 0x2B6)
    /// `CKM_SHA3_224_HMAC_GENERAL`.
    public static let sha3_224HMACGeneral = MechanismType(rawValue: 0x2B7)
    /// `CKM_SHA3_224_KEY_GEN`.
    public static let sha3_224KeyGen = MechanismType(rawValue: 0x2B8)
    /// `CKM_SHA3_384`.
    public static let sha3_384 = MechanismType(rawValue: 0x2C0)
    /// `CKM_SHA3_384_HMAC`.
    public static let sha3_384HMAC = MechanismType(rawValue: 0x2C1)
    /// `CKM_SHA3_384_HMAC_GENERAL`.
    public static let sha3_384HMACGeneral = MechanismType(rawValue: 0x2C2)
    /// `CKM_SHA3_384_KEY_GEN`.
    public static let sha3_384KeyGen = MechanismType(rawValue: 0x2C3)
    /// `CKM_SHA3_512`.
    public static let sha3_512 = MechanismType(rawValue: 0x2D0)
    /// `CKM_SHA3_512_HMAC`.
    public static let sha3_512HMAC = MechanismType(rawValue: 0x2D1)
    /// `CKM_SHA3_512_HMAC_GENERAL`.
    public static let sha3_512HMACGeneral = MechanismType(rawValue: 0x2D2)
    /// `CKM_SHA3_512_KEY_GEN`.
    public static let sha3_512KeyGen = MechanismType(rawValue: 0x2D3)
    /// `CKM_CAST_KEY_GEN`.
    public static let castKeyGen = MechanismType(rawValue: 0x300)
    /// `CKM_CAST_ECB`.
    public static let castECB = MechanismType(rawValue: 0x301)
    /// `CKM_CAST_CBC`.
    public static let castCBC = MechanismType(rawValue: 0x302)
    /// `CKM_CAST_MAC`.
    public static let castMAC = MechanismType(rawValue: 0x303)
    /// `CKM_CAST_MAC_GENERAL`.
    public static let castMACGeneral = MechanismType(rawValue: 0x304)
    /// `CKM_CAST_CBC_PAD`.
    public static let castCBCPad = MechanismType(rawValue: 0x305)
    /// `CKM_CAST3_KEY_GEN`.
    public static let cast3KeyGen = MechanismType(rawValue: 0x310)
    /// `CKM_CAST3_ECB`.
    public static let cast3ECB = MechanismType(rawValue: 0x311)
    /// `CKM_CAST3_CBC`.
    public static let cast3CBC = MechanismType(rawValue: 0x312)
    /// `CKM_CAST3_MAC`.
    public static let cast3MAC = MechanismType(rawValue: 0x313)
    /// `CKM_CAST3_MAC_GENERAL`.
    public static let cast3MACGeneral = MechanismType(rawValue: 0x314)
    /// `CKM_CAST3_CBC_PAD`.
    public static let cast3CBCPad = MechanismType(rawValue: 0x315)
    /// `CKM_CAST128_KEY_GEN`.
    public static let cast128KeyGen = MechanismType(rawValue: 0x320)
    /// `CKM_CAST5_KEY_GEN`.
    public static let cast5KeyGen = MechanismType(rawValue: 0x320)
    /// `CKM_CAST128_ECB`.
    public static let cast128ECB = MechanismType(rawValue: 0x321)
    /// `CKM_CAST5_ECB`.
    public static let cast5ECB = MechanismType(rawValue: 0x321)
    /// `CKM_CAST128_CBC`.
    public static let cast128CBC = MechanismType(rawValue: 0x322)
    /// `CKM_CAST5_CBC`.
    public static let cast5CBC = MechanismType(rawValue: 0x322)
    /// `CKM_CAST128_MAC`.
    public static let cast128MAC = MechanismType(rawValue: 0x323)
    /// `CKM_CAST5_MAC`.
    public static let cast5MAC = MechanismType(rawValue: 0x323)
    /// `CKM_CAST128_MAC_GENERAL`.
    public static let cast128MACGeneral = MechanismType(rawValue: 0x324)
    /// `CKM_CAST5_MAC_GENERAL`.
    public static let cast5MACGeneral = MechanismType(rawValue: 0x324)
    /// `CKM_CAST128_CBC_PAD`.
    public static let cast128CBCPad = MechanismType(rawValue: 0x325)
    /// `CKM_CAST5_CBC_PAD`.
    public static let cast5CBCPad = MechanismType(rawValue: 0x325)
    /// `CKM_RC5_KEY_GEN`.
    public static let rc5KeyGen = MechanismType(rawValue: 0x330)
    /// `CKM_RC5_ECB`.
    public static let rc5ECB = MechanismType(rawValue: 0x331)
    /// `CKM_RC5_CBC`.
    public static let rc5CBC = MechanismType(rawValue: 0x332)
    /// `CKM_RC5_MAC`.
    public static let rc5MAC = MechanismType(rawValue: 0x333)
    /// `CKM_RC5_MAC_GENERAL`.
    public static let rc5MACGeneral = MechanismType(rawValue: 0x334)
    /// `CKM_RC5_CBC_PAD`.
    public static let rc5CBCPad = MechanismType(rawValue: 0x335)
    /// `CKM_IDEA_KEY_GEN`.
    public static let ideaKeyGen = MechanismType(rawValue: 0x340)
    /// `CKM_IDEA_ECB`.
    public static let ideaECB = MechanismType(rawValue: 0x341)
    /// `CKM_IDEA_CBC`.
    public static let ideaCBC = MechanismType(rawValue: 0x342)
    /// `CKM_IDEA_MAC`.
    public static let ideaMAC = MechanismType(rawValue: 0x343)
    /// `CKM_IDEA_MAC_GENERAL`.
    public static let ideaMACGeneral = MechanismType(rawValue: 0x344)
    /// `CKM_IDEA_CBC_PAD`.
    public static let ideaCBCPad = MechanismType(rawValue: 0x345)
    /// `CKM_GENERIC_SECRET_KEY_GEN`.
    public static let genericSecretKeyGen = MechanismType(rawValue: 0x350)
    /// `CKM_CONCATENATE_BASE_AND_KEY`.
    public static let concatenateBaseAndKey = MechanismType(rawValue: 0x360)
    /// `CKM_CONCATENATE_BASE_AND_DATA`.
    public static let concatenateBaseAndData = MechanismType(rawValue: 0x362)
    /// `CKM_CONCATENATE_DATA_AND_BASE`.
    public static let concatenateDataAndBase = MechanismType(rawValue: 0x363)
    /// `CKM_XOR_BASE_AND_DATA`.
    public static let xorBaseAndData = MechanismType(rawValue: 0x364)
    /// `CKM_EXTRACT_KEY_FROM_KEY`.
    public static let extractKeyFromKey = MechanismType(rawValue: 0x365)
    /// `CKM_SSL3_PRE_MASTER_KEY_GEN`.
    public static let ssl3PreMasterKeyGen = MechanismType(rawValue: 0x370)
    /// `CKM_SSL3_MASTER_KEY_DERIVE`.
    public static let ssl3MasterKeyDerive = MechanismType(rawValue: 0x371)
    /// `CKM_SSL3_KEY_AND_MAC_DERIVE`.
    public static let ssl3KeyAndMACDerive = MechanismType(rawValue: 0x372)
    /// `CKM_SSL3_MASTER_KEY_DERIVE_DH`.
    public static let ssl3MasterKeyDeriveDH = MechanismType(rawValue: 0x373)
    /// `CKM_TLS_PRE_MASTER_KEY_GEN`.
    public static let tlsPreMasterKeyGen = MechanismType(rawValue: 0x374)
    /// `CKM_TLS_MASTER_KEY_DERIVE`.
    public static let tlsMasterKeyDerive = MechanismType(rawValue: 0x375)
    /// `CKM_TLS_KEY_AND_MAC_DERIVE`.
    public static let tlsKeyAndMACDerive = MechanismType(rawValue: 0x376)
    /// `CKM_TLS_MASTER_KEY_DERIVE_DH`.
    public static let tlsMasterKeyDeriveDH = MechanismType(rawValue: 0x377)
    /// `CKM_TLS_PRF`.
    public static let tlsPRF = MechanismType(rawValue: 0x378)
    /// `CKM_SSL3_MD5_MAC`.
    public static let ssl3MD5MAC = MechanismType(rawValue: 0x380)
    /// `CKM_SSL3_SHA1_MAC`.
    public static let ssl3SHA1MAC = MechanismType(rawValue: 0x381)
    /// `CKM_MD5_KEY_DERIVATION`.
    public static let md5KeyDerivation = MechanismType(rawValue: 0x390)
    /// `CKM_MD2_KEY_DERIVATION`.
    public static let md2KeyDerivation = MechanismType(rawValue: 0x391)
    /// `CKM_SHA1_KEY_DERIVATION`.
    public static let sha1KeyDerivation = MechanismType(rawValue: 0x392)
    /// `CKM_SHA256_KEY_DERIVATION`.
    public static let sha256KeyDerivation = MechanismType(rawValue: 0x393)
    /// `CKM_SHA384_KEY_DERIVATION`.
    public static let sha384KeyDerivation = MechanismType(rawValue: 0x394)
    /// `CKM_SHA512_KEY_DERIVATION`.
    public static let sha512KeyDerivation = MechanismType(rawValue: 0x395)
    /// `CKM_SHA224_KEY_DERIVATION`.
    public static let sha224KeyDerivation = MechanismType(rawValue: 0x396)
    /// `CKM_SHA3_256_KEY_DERIVATION`.
    public static let sha3_256KeyDerivation = MechanismType(rawValue: 0x397)
    /// `CKM_SHA3_256_KEY_DERIVE`.
    public static let sha3_256KeyDerive = MechanismType(rawValue: 0x397)
    /// `CKM_SHA3_224_KEY_DERIVATION`.
    public static let sha3_224KeyDerivation = MechanismType(rawValue: 0x398)
    /// `CKM_SHA3_224_KEY_DERIVE`.
    public static let sha3_224KeyDerive = MechanismType(rawValue: 0x398)
    /// `CKM_SHA3_384_KEY_DERIVATION`.
    public static let sha3_384KeyDerivation = MechanismType(rawValue: 0x399)
    /// `CKM_SHA3_384_KEY_DERIVE`.
    public static let sha3_384KeyDerive = MechanismType(rawValue: 0x399)
    /// `CKM_SHA3_512_KEY_DERIVATION`.
    public static let sha3_512KeyDerivation = MechanismType(rawValue: 0x39A)
    /// `CKM_SHA3_512_KEY_DERIVE`.
    public static let sha3_512KeyDerive = MechanismType(rawValue: 0x39A)
    /// `CKM_SHAKE_128_KEY_DERIVATION`.
    public static let shake128KeyDerivation = MechanismType(rawValue: 0x39B)
    /// `CKM_SHAKE_128_KEY_DERIVE`.
    public static let shake128KeyDerive = MechanismType(rawValue: 0x39B)
    /// `CKM_SHAKE_256_KEY_DERIVATION`.
    public static let shake256KeyDerivation = MechanismType(rawValue: 0x39C)
    /// `CKM_SHAKE_256_KEY_DERIVE`.
    public static let shake256KeyDerive = MechanismType(rawValue: 0x39C)
    /// `CKM_PBE_MD2_DES_CBC`.
    public static let pbeMD2DESCBC = MechanismType(rawValue: 0x3A0)
    /// `CKM_PBE_MD5_DES_CBC`.
    public static let pbeMD5DESCBC = MechanismType(rawValue: 0x3A1)
    /// `CKM_PBE_MD5_CAST_CBC`.
    public static let pbeMD5CASTCBC = MechanismType(rawValue: 0x3A2)
    /// `CKM_PBE_MD5_CAST3_CBC`.
    public static let pbeMD5CAST3CBC = MechanismType(rawValue: 0x3A3)
    /// `CKM_PBE_MD5_CAST128_CBC`.
    public static let pbeMD5CAST128CBC = MechanismType(rawValue: 0x3A4)
    /// `CKM_PBE_MD5_CAST5_CBC`.
    public static let pbeMD5CAST5CBC = MechanismType(rawValue: 0x3A4)
    /// `CKM_PBE_SHA1_CAST128_CBC`.
    public static let pbeSHA1CAST128CBC = MechanismType(rawValue: 0x3A5)
    /// `CKM_PBE_SHA1_CAST5_CBC`.
    public static let pbeSHA1CAST5CBC = MechanismType(rawValue: 0x3A5)
    /// `CKM_PBE_SHA1_RC4_128`.
    public static let pbeSHA1RC4_128 = MechanismType(rawValue: 0x3A6)
    /// `CKM_PBE_SHA1_RC4_40`.
    public static let pbeSHA1RC4_40 = MechanismType(rawValue: 0x3A7)
    /// `CKM_PBE_SHA1_DES3_EDE_CBC`.
    public static let pbeSHA1DES3EdeCBC = MechanismType(rawValue: 0x3A8)
    /// `CKM_PBE_SHA1_DES2_EDE_CBC`.
    public static let pbeSHA1DES2EdeCBC = MechanismType(rawValue: 0x3A9)
    /// `CKM_PBE_SHA1_RC2_128_CBC`.
    public static let pbeSHA1RC2_128CBC = MechanismType(rawValue: 0x3AA)
    /// `CKM_PBE_SHA1_RC2_40_CBC`.
    public static let pbeSHA1RC2_40CBC = MechanismType(rawValue: 0x3AB)
    /// `CKM_SP800_108_COUNTER_KDF`.
    public static let sp800_108CounterKDF = MechanismType(rawValue: 0x3AC)
    /// `CKM_SP800_108_FEEDBACK_KDF`.
    public static let sp800_108FeedbackKDF = MechanismType(rawValue: 0x3AD)
    /// `CKM_SP800_108_DOUBLE_PIPELINE_KDF`.
    public static let sp800_108DoublePipelineKDF = MechanismType(rawValue: 0x3AE)
    /// `CKM_PKCS5_PBKD2`.
    public static let pkcs5PBKD2 = MechanismType(rawValue: 0x3B0)
    /// `CKM_PBA_SHA1_WITH_SHA1_HMAC`.
    public static let pbaSHA1WithSHA1HMAC = MechanismType(rawValue: 0x3C0)
    /// `CKM_WTLS_PRE_MASTER_KEY_GEN`.
    public static let wtlsPreMasterKeyGen = MechanismType(rawValue: 0x3D0)
    /// `CKM_WTLS_MASTER_KEY_DERIVE`.
    public static let wtlsMasterKeyDerive = MechanismType(rawValue: 0x3D1)
    /// `CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC`.
    public static let wtlsMasterKeyDeriveDHEcc = MechanismType(rawValue: 0x3D2)
    /// `CKM_WTLS_PRF`.
    public static let wtlsPRF = MechanismType(rawValue: 0x3D3)
    /// `CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE`.
    public static let wtlsServerKeyAndMACDerive = MechanismType(rawValue: 0x3D4)
    /// `CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE`.
    public static let wtlsClientKeyAndMACDerive = MechanismType(rawValue: 0x3D5)
    /// `CKM_TLS10_MAC_SERVER`.
    public static let tls10MACServer = MechanismType(rawValue: 0x3D6)
    /// `CKM_TLS10_MAC_CLIENT`.
    public static let tls10MACClient = MechanismType(rawValue: 0x3D7)
    /// `CKM_TLS12_MAC`.
    public static let tls12MAC = MechanismType(rawValue: 0x3D8)
    /// `CKM_TLS12_KDF`.
    public static let tls12KDF = MechanismType(rawValue: 0x3D9)
    /// `CKM_TLS12_MASTER_KEY_DERIVE`.
    public static let tls12MasterKeyDerive = MechanismType(rawValue: 0x3E0)
    /// `CKM_TLS12_KEY_AND_MAC_DERIVE`.
    public static let tls12KeyAndMACDerive = MechanismType(rawValue: 0x3E1)
    /// `CKM_TLS12_MASTER_KEY_DERIVE_DH`.
    public static let tls12MasterKeyDeriveDH = MechanismType(rawValue: 0x3E2)
    /// `CKM_TLS12_KEY_SAFE_DERIVE`.
    public static let tls12KeySafeDerive = MechanismType(rawValue: 0x3E3)
    /// `CKM_TLS_MAC`.
    public static let tlsMAC = MechanismType(rawValue: 0x3E4)
    /// `CKM_TLS_KDF`.
    public static let tlsKDF = MechanismType(rawValue: 0x3E5)
    /// `CKM_KEY_WRAP_LYNKS`.
    public static let keyWrapLynks = MechanismType(rawValue: 0x400)
    /// `CKM_KEY_WRAP_SET_OAEP`.
    public static let keyWrapSetOAEP = MechanismType(rawValue: 0x401)
    /// `CKM_CMS_SIG`.
    public static let cmsSig = MechanismType(rawValue: 0x500)
    /// `CKM_KIP_DERIVE`.
    public static let kipDerive = MechanismType(rawValue: 0x510)
    /// `CKM_KIP_WRAP`.
    public static let kipWrap = MechanismType(rawValue: 0x511)
    /// `CKM_KIP_MAC`.
    public static let kipMAC = MechanismType(rawValue: 0x512)
    /// `CKM_CAMELLIA_KEY_GEN`.
    public static let camelliaKeyGen = MechanismType(rawValue: 0x550)
    /// `CKM_CAMELLIA_ECB`.
    public static let camelliaECB = MechanismType(rawValue: 0x551)
    /// `CKM_CAMELLIA_CBC`.
    public static let camelliaCBC = MechanismType(rawValue: 0x552)
    /// `CKM_CAMELLIA_MAC`.
    public static let camelliaMAC = MechanismType(rawValue: 0x553)
    /// `CKM_CAMELLIA_MAC_GENERAL`.
    public static let camelliaMACGeneral = MechanismType(rawValue: 0x554)
    /// `CKM_CAMELLIA_CBC_PAD`.
    public static let camelliaCBCPad = MechanismType(rawValue: 0x555)
    /// `CKM_CAMELLIA_ECB_ENCRYPT_DATA`.
    public static let camelliaECBEncryptData = MechanismType(rawValue: 0x556)
    /// `CKM_CAMELLIA_CBC_ENCRYPT_DATA`.
    public static let camelliaCBCEncryptData = MechanismType(rawValue: 0x557)
    /// `CKM_CAMELLIA_CTR`.
    public static let camelliaCTR = MechanismType(rawValue: 0x558)
    /// `CKM_ARIA_KEY_GEN`.
    public static let ariaKeyGen = MechanismType(rawValue: 0x560)
    /// `CKM_ARIA_ECB`.
    public static let ariaECB = MechanismType(rawValue: 0x561)
    /// `CKM_ARIA_CBC`.
    public static let ariaCBC = MechanismType(rawValue: 0x562)
    /// `CKM_ARIA_MAC`.
    public static let ariaMAC = MechanismType(rawValue: 0x563)
    /// `CKM_ARIA_MAC_GENERAL`.
    public static let ariaMACGeneral = MechanismType(rawValue: 0x564)
    /// `CKM_ARIA_CBC_PAD`.
    public static let ariaCBCPad = MechanismType(rawValue: 0x565)
    /// `CKM_ARIA_ECB_ENCRYPT_DATA`.
    public static let ariaECBEncryptData = MechanismType(rawValue: 0x566)
    /// `CKM_ARIA_CBC_ENCRYPT_DATA`.
    public static let ariaCBCEncryptData = MechanismType(rawValue: 0x567)
    /// `CKM_SEED_KEY_GEN`.
    public static let seedKeyGen = MechanismType(rawValue: 0x650)
    /// `CKM_SEED_ECB`.
    public static let seedECB = MechanismType(rawValue: 0x651)
    /// `CKM_SEED_CBC`.
    public static let seedCBC = MechanismType(rawValue: 0x652)
    /// `CKM_SEED_MAC`.
    public static let seedMAC = MechanismType(rawValue: 0x653)
    /// `CKM_SEED_MAC_GENERAL`.
    public static let seedMACGeneral = MechanismType(rawValue: 0x654)
    /// `CKM_SEED_CBC_PAD`.
    public static let seedCBCPad = MechanismType(rawValue: 0x655)
    /// `CKM_SEED_ECB_ENCRYPT_DATA`.
    public static let seedECBEncryptData = MechanismType(rawValue: 0x656)
    /// `CKM_SEED_CBC_ENCRYPT_DATA`.
    public static let seedCBCEncryptData = MechanismType(rawValue: 0x657)
    /// `CKM_SKIPJACK_KEY_GEN`.
    public static let skipjackKeyGen = MechanismType(rawValue: 0x1000)
    /// `CKM_SKIPJACK_ECB64`.
    public static let skipjackEcb64 = MechanismType(rawValue: 0x1001)
    /// `CKM_SKIPJACK_CBC64`.
    public static let skipjackCbc64 = MechanismType(rawValue: 0x1002)
    /// `CKM_SKIPJACK_OFB64`.
    public static let skipjackOfb64 = MechanismType(rawValue: 0x1003)
    /// `CKM_SKIPJACK_CFB64`.
    public static let skipjackCfb64 = MechanismType(rawValue: 0x1004)
    /// `CKM_SKIPJACK_CFB32`.
    public static let skipjackCfb32 = MechanismType(rawValue: 0x1005)
    /// `CKM_SKIPJACK_CFB16`.
    public static let skipjackCfb16 = MechanismType(rawValue: 0x1006)
    /// `CKM_SKIPJACK_CFB8`.
    public static let skipjackCfb8 = MechanismType(rawValue: 0x1007)
    /// `CKM_SKIPJACK_WRAP`.
    public static let skipjackWrap = MechanismType(rawValue: 0x1008)
    /// `CKM_SKIPJACK_PRIVATE_WRAP`.
    public static let skipjackPrivateWrap = MechanismType(rawValue: 0x1009)
    /// `CKM_SKIPJACK_RELAYX`.
    public static let skipjackRelayx = MechanismType(rawValue: 0x100A)
    /// `CKM_KEA_KEY_PAIR_GEN`.
    public static let keaKeyPairGen = MechanismType(rawValue: 0x1010)
    /// `CKM_KEA_KEY_DERIVE`.
    public static let keaKeyDerive = MechanismType(rawValue: 0x1011)
    /// `CKM_KEA_DERIVE`.
    public static let keaDerive = MechanismType(rawValue: 0x1012)
    /// `CKM_FORTEZZA_TIMESTAMP`.
    public static let fortezzaTimestamp = MechanismType(rawValue: 0x1020)
    /// `CKM_BATON_KEY_GEN`.
    public static let batonKeyGen = MechanismType(rawValue: 0x1030)
    /// `CKM_BATON_ECB128`.
    public static let batonEcb128 = MechanismType(rawValue: 0x1031)
    /// `CKM_BATON_ECB96`.
    public static let batonEcb96 = MechanismType(rawValue: 0x1032)
    /// `CKM_BATON_CBC128`.
    public static let batonCbc128 = MechanismType(rawValue: 0x1033)
    /// `CKM_BATON_COUNTER`.
    public static let batonCounter = MechanismType(rawValue: 0x1034)
    /// `CKM_BATON_SHUFFLE`.
    public static let batonShuffle = MechanismType(rawValue: 0x1035)
    /// `CKM_BATON_WRAP`.
    public static let batonWrap = MechanismType(rawValue: 0x1036)
    /// `CKM_ECDSA_KEY_PAIR_GEN`.
    public static let ecdsaKeyPairGen = MechanismType(rawValue: 0x1040)
    /// `CKM_EC_KEY_PAIR_GEN`.
    public static let ecKeyPairGen = MechanismType(rawValue: 0x1040)
    /// `CKM_ECDSA`.
    public static let ecdsa = MechanismType(rawValue: 0x1041)
    /// `CKM_ECDSA_SHA1`.
    public static let ecdsaSHA1 = MechanismType(rawValue: 0x1042)
    /// `CKM_ECDSA_SHA224`.
    public static let ecdsaSHA224 = MechanismType(rawValue: 0x1043)
    /// `CKM_ECDSA_SHA256`.
    public static let ecdsaSHA256 = MechanismType(rawValue: 0x1044)
    /// `CKM_ECDSA_SHA384`.
    public static let ecdsaSHA384 = MechanismType(rawValue: 0x1045)
    /// `CKM_ECDSA_SHA512`.
    public static let ecdsaSHA512 = MechanismType(rawValue: 0x1046)
    /// `CKM_ECDSA_SHA3_224`.
    public static let ecdsaSHA3_224 = MechanismType(rawValue: 0x1047)
    /// `CKM_ECDSA_SHA3_256`.
    public static let ecdsaSHA3_256 = MechanismType(rawValue: 0x1048)
    /// `CKM_ECDSA_SHA3_384`.
    public static let ecdsaSHA3_384 = MechanismType(rawValue: 0x1049)
    /// `CKM_ECDSA_SHA3_512`.
    public static let ecdsaSHA3_512 = MechanismType(rawValue: 0x104A)
    /// `CKM_ECDH1_DERIVE`.
    public static let ecdh1Derive = MechanismType(rawValue: 0x1050)
    /// `CKM_ECDH1_COFACTOR_DERIVE`.
    public static let ecdh1CofactorDerive = MechanismType(rawValue: 0x1051)
    /// `CKM_ECMQV_DERIVE`.
    public static let ecmqvDerive = MechanismType(rawValue: 0x1052)
    /// `CKM_ECDH_AES_KEY_WRAP`.
    public static let ecdhAESKeyWrap = MechanismType(rawValue: 0x1053)
    /// `CKM_RSA_AES_KEY_WRAP`.
    public static let rsaAESKeyWrap = MechanismType(rawValue: 0x1054)
    /// `CKM_EC_EDWARDS_KEY_PAIR_GEN`.
    public static let ecEdwardsKeyPairGen = MechanismType(rawValue: 0x1055)
    /// `CKM_EC_MONTGOMERY_KEY_PAIR_GEN`.
    public static let ecMontgomeryKeyPairGen = MechanismType(rawValue: 0x1056)
    /// `CKM_EDDSA`.
    public static let eddsa = MechanismType(rawValue: 0x1057)
    /// `CKM_JUNIPER_KEY_GEN`.
    public static let juniperKeyGen = MechanismType(rawValue: 0x1060)
    /// `CKM_JUNIPER_ECB128`.
    public static let juniperEcb128 = MechanismType(rawValue: 0x1061)
    /// `CKM_JUNIPER_CBC128`.
    public static let juniperCbc128 = MechanismType(rawValue: 0x1062)
    /// `CKM_JUNIPER_COUNTER`.
    public static let juniperCounter = MechanismType(rawValue: 0x1063)
    /// `CKM_JUNIPER_SHUFFLE`.
    public static let juniperShuffle = MechanismType(rawValue: 0x1064)
    /// `CKM_JUNIPER_WRAP`.
    public static let juniperWrap = MechanismType(rawValue: 0x1065)
    /// `CKM_FASTHASH`.
    public static let fasthash = MechanismType(rawValue: 0x1070)
    /// `CKM_AES_XTS`.
    public static let aesXTS = MechanismType(rawValue: 0x1071)
    /// `CKM_AES_XTS_KEY_GEN`.
    public static let aesXTSKeyGen = MechanismType(rawValue: 0x1072)
    /// `CKM_AES_KEY_GEN`.
    public static let aesKeyGen = MechanismType(rawValue: 0x1080)
    /// `CKM_AES_ECB`.
    public static let aesECB = MechanismType(rawValue: 0x1081)
    /// `CKM_AES_CBC`.
    public static let aesCBC = MechanismType(rawValue: 0x1082)
    /// `CKM_AES_MAC`.
    public static let aesMAC = MechanismType(rawValue: 0x1083)
    /// `CKM_AES_MAC_GENERAL`.
    public static let aesMACGeneral = MechanismType(rawValue: 0x1084)
    /// `CKM_AES_CBC_PAD`.
    public static let aesCBCPad = MechanismType(rawValue: 0x1085)
    /// `CKM_AES_CTR`.
    public static let aesCTR = MechanismType(rawValue: 0x1086)
    /// `CKM_AES_GCM`.
    public static let aesGCM = MechanismType(rawValue: 0x1087)
    /// `CKM_AES_CCM`.
    public static let aesCCM = MechanismType(rawValue: 0x1088)
    /// `CKM_AES_CTS`.
    public static let aesCts = MechanismType(rawValue: 0x1089)
    /// `CKM_AES_CMAC`.
    public static let aesCMAC = MechanismType(rawValue: 0x108A)
    /// `CKM_AES_CMAC_GENERAL`.
    public static let aesCMACGeneral = MechanismType(rawValue: 0x108B)
    /// `CKM_AES_XCBC_MAC`.
    public static let aesXcbcMAC = MechanismType(rawValue: 0x108C)
    /// `CKM_AES_XCBC_MAC_96`.
    public static let aesXcbcMAC96 = MechanismType(rawValue: 0x108D)
    /// `CKM_AES_GMAC`.
    public static let aesGMAC = MechanismType(rawValue: 0x108E)
    /// `CKM_BLOWFISH_KEY_GEN`.
    public static let blowfishKeyGen = MechanismType(rawValue: 0x1090)
    /// `CKM_BLOWFISH_CBC`.
    public static let blowfishCBC = MechanismType(rawValue: 0x1091)
    /// `CKM_TWOFISH_KEY_GEN`.
    public static let twofishKeyGen = MechanismType(rawValue: 0x1092)
    /// `CKM_TWOFISH_CBC`.
    public static let twofishCBC = MechanismType(rawValue: 0x1093)
    /// `CKM_BLOWFISH_CBC_PAD`.
    public static let blowfishCBCPad = MechanismType(rawValue: 0x1094)
    /// `CKM_TWOFISH_CBC_PAD`.
    public static let twofishCBCPad = MechanismType(rawValue: 0x1095)
    /// `CKM_DES_ECB_ENCRYPT_DATA`.
    public static let desECBEncryptData = MechanismType(rawValue: 0x1100)
    /// `CKM_DES_CBC_ENCRYPT_DATA`.
    public static let desCBCEncryptData = MechanismType(rawValue: 0x1101)
    /// `CKM_DES3_ECB_ENCRYPT_DATA`.
    public static let des3ECBEncryptData = MechanismType(rawValue: 0x1102)
    /// `CKM_DES3_CBC_ENCRYPT_DATA`.
    public static let des3CBCEncryptData = MechanismType(rawValue: 0x1103)
    /// `CKM_AES_ECB_ENCRYPT_DATA`.
    public static let aesECBEncryptData = MechanismType(rawValue: 0x1104)
    /// `CKM_AES_CBC_ENCRYPT_DATA`.
    public static let aesCBCEncryptData = MechanismType(rawValue: 0x1105)
    /// `CKM_GOSTR3410_KEY_PAIR_GEN`.
    public static let gostr3410KeyPairGen = MechanismType(rawValue: 0x1200)
    /// `CKM_GOSTR3410`.
    public static let gostr3410 = MechanismType(rawValue: 0x1201)
    /// `CKM_GOSTR3410_WITH_GOSTR3411`.
    public static let gostr3410WithGOSTR3411 = MechanismType(rawValue: 0x1202)
    /// `CKM_GOSTR3410_KEY_WRAP`.
    public static let gostr3410KeyWrap = MechanismType(rawValue: 0x1203)
    /// `CKM_GOSTR3410_DERIVE`.
    public static let gostr3410Derive = MechanismType(rawValue: 0x1204)
    /// `CKM_GOSTR3411`.
    public static let gostr3411 = MechanismType(rawValue: 0x1210)
    /// `CKM_GOSTR3411_HMAC`.
    public static let gostr3411HMAC = MechanismType(rawValue: 0x1211)
    /// `CKM_GOST28147_KEY_GEN`.
    public static let gost28147KeyGen = MechanismType(rawValue: 0x1220)
    /// `CKM_GOST28147_ECB`.
    public static let gost28147ECB = MechanismType(rawValue: 0x1221)
    /// `CKM_GOST28147`.
    public static let gost28147 = MechanismType(rawValue: 0x1222)
    /// `CKM_GOST28147_MAC`.
    public static let gost28147MAC = MechanismType(rawValue: 0x1223)
    /// `CKM_GOST28147_KEY_WRAP`.
    public static let gost28147KeyWrap = MechanismType(rawValue: 0x1224)
    /// `CKM_CHACHA20_KEY_GEN`.
    public static let chacha20KeyGen = MechanismType(rawValue: 0x1225)
    /// `CKM_CHACHA20`.
    public static let chacha20 = MechanismType(rawValue: 0x1226)
    /// `CKM_POLY1305_KEY_GEN`.
    public static let poly1305KeyGen = MechanismType(rawValue: 0x1227)
    /// `CKM_POLY1305`.
    public static let poly1305 = MechanismType(rawValue: 0x1228)
    /// `CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS`.
    public static let ecKeyPairGenWExtraBits = MechanismType(rawValue: 0x140B)
    /// `CKM_DSA_PARAMETER_GEN`.
    public static let dsaParameterGen = MechanismType(rawValue: 0x2000)
    /// `CKM_DH_PKCS_PARAMETER_GEN`.
    public static let dhPKCSParameterGen = MechanismType(rawValue: 0x2001)
    /// `CKM_X9_42_DH_PARAMETER_GEN`.
    public static let x9_42DHParameterGen = MechanismType(rawValue: 0x2002)
    /// `CKM_DSA_PROBABILISTIC_PARAMETER_GEN`.
    public static let dsaProbabilisticParameterGen = MechanismType(rawValue: 0x2003)
    /// `CKM_DSA_PROBABLISTIC_PARAMETER_GEN`.
    public static let dsaProbablisticParameterGen = MechanismType(rawValue: 0x2003)
    /// `CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN`.
    public static let dsaShaweTaylorParameterGen = MechanismType(rawValue: 0x2004)
    /// `CKM_DSA_FIPS_G_GEN`.
    public static let dsaFipsGGen = MechanismType(rawValue: 0x2005)
    /// `CKM_AES_OFB`.
    public static let aesOFB = MechanismType(rawValue: 0x2104)
    /// `CKM_AES_CFB64`.
    public static let aesCfb64 = MechanismType(rawValue: 0x2105)
    /// `CKM_AES_CFB8`.
    public static let aesCfb8 = MechanismType(rawValue: 0x2106)
    /// `CKM_AES_CFB128`.
    public static let aesCfb128 = MechanismType(rawValue: 0x2107)
    /// `CKM_AES_CFB1`.
    public static let aesCfb1 = MechanismType(rawValue: 0x2108)
    /// `CKM_AES_KEY_WRAP`.
    public static let aesKeyWrap = MechanismType(rawValue: 0x2109)
    /// `CKM_AES_KEY_WRAP_PAD`.
    public static let aesKeyWrapPad = MechanismType(rawValue: 0x210A)
    /// `CKM_AES_KEY_WRAP_KWP`.
    public static let aesKeyWrapKwp = MechanismType(rawValue: 0x210B)
    /// `CKM_AES_KEY_WRAP_PKCS7`.
    public static let aesKeyWrapPkcs7 = MechanismType(rawValue: 0x210C)
    /// `CKM_RSA_PKCS_TPM_1_1`.
    public static let rsaPKCSTPM1_1 = MechanismType(rawValue: 0x4001)
    /// `CKM_RSA_PKCS_OAEP_TPM_1_1`.
    public static let rsaPKCSOAEPTPM1_1 = MechanismType(rawValue: 0x4002)
    /// `CKM_SHA_1_KEY_GEN`.
    public static let sha1KeyGen = MechanismType(rawValue: 0x4003)
    /// `CKM_SHA224_KEY_GEN`.
    public static let sha224KeyGen = MechanismType(rawValue: 0x4004)
    /// `CKM_SHA256_KEY_GEN`.
    public static let sha256KeyGen = MechanismType(rawValue: 0x4005)
    /// `CKM_SHA384_KEY_GEN`.
    public static let sha384KeyGen = MechanismType(rawValue: 0x4006)
    /// `CKM_SHA512_KEY_GEN`.
    public static let sha512KeyGen = MechanismType(rawValue: 0x4007)
    /// `CKM_SHA512_224_KEY_GEN`.
    public static let sha512_224KeyGen = MechanismType(rawValue: 0x4008)
    /// `CKM_SHA512_256_KEY_GEN`.
    public static let sha512_256KeyGen = MechanismType(rawValue: 0x4009)
    /// `CKM_SHA512_T_KEY_GEN`.
    public static let sha512TKeyGen = MechanismType(rawValue: 0x400A)
    /// `CKM_NULL`.
    public static let null = MechanismType(rawValue: 0x400B)
    /// `CKM_BLAKE2B_160`.
    public static let blake2b160 = MechanismType(rawValue: 0x400C)
    /// `CKM_BLAKE2B_160_HMAC`.
    public static let blake2b160HMAC = MechanismType(rawValue: 0x400D)
    /// `CKM_BLAKE2B_160_HMAC_GENERAL`.
    public static let blake2b160HMACGeneral = MechanismType(rawValue: 0x400E)
    /// `CKM_BLAKE2B_160_KEY_DERIVE`.
    public static let blake2b160KeyDerive = MechanismType(rawValue: 0x400F)
    /// `CKM_BLAKE2B_160_KEY_GEN`.
    public static let blake2b160KeyGen = MechanismType(rawValue: 0x4010)
    /// `CKM_BLAKE2B_256`.
    public static let blake2b256 = MechanismType(rawValue: 0x4011)
    /// `CKM_BLAKE2B_256_HMAC`.
    public static let blake2b256HMAC = MechanismType(rawValue: 0x4012)
    /// `CKM_BLAKE2B_256_HMAC_GENERAL`.
    public static let blake2b256HMACGeneral = MechanismType(rawValue: 0x4013)
    /// `CKM_BLAKE2B_256_KEY_DERIVE`.
    public static let blake2b256KeyDerive = MechanismType(rawValue: 0x4014)
    /// `CKM_BLAKE2B_256_KEY_GEN`.
    public static let blake2b256KeyGen = MechanismType(rawValue: 0x4015)
    /// `CKM_BLAKE2B_384`.
    public static let blake2b384 = MechanismType(rawValue: 0x4016)
    /// `CKM_BLAKE2B_384_HMAC`.
    public static let blake2b384HMAC = MechanismType(rawValue: 0x4017)
    /// `CKM_BLAKE2B_384_HMAC_GENERAL`.
    public static let blake2b384HMACGeneral = MechanismType(rawValue: 0x4018)
    /// `CKM_BLAKE2B_384_KEY_DERIVE`.
    public static let blake2b384KeyDerive = MechanismType(rawValue: 0x4019)
    /// `CKM_BLAKE2B_384_KEY_GEN`.
    public static let blake2b384KeyGen = MechanismType(rawValue: 0x401A)
    /// `CKM_BLAKE2B_512`.
    public static let blake2b512 = MechanismType(rawValue: 0x401B)
    /// `CKM_BLAKE2B_512_HMAC`.
    public static let blake2b512HMAC = MechanismType(rawValue: 0x401C)
    /// `CKM_BLAKE2B_512_HMAC_GENERAL`.
    public static let blake2b512HMACGeneral = MechanismType(rawValue: 0x401D)
    /// `CKM_BLAKE2B_512_KEY_DERIVE`.
    public static let blake2b512KeyDerive = MechanismType(rawValue: 0x401E)
    /// `CKM_BLAKE2B_512_KEY_GEN`.
    public static let blake2b512KeyGen = MechanismType(rawValue: 0x401F)
    /// `CKM_SALSA20`.
    public static let salsa20 = MechanismType(rawValue: 0x4020)
    /// `CKM_CHACHA20_POLY1305`.
    public static let chacha20Poly1305 = MechanismType(rawValue: 0x4021)
    /// `CKM_SALSA20_POLY1305`.
    public static let salsa20Poly1305 = MechanismType(rawValue: 0x4022)
    /// `CKM_X3DH_INITIALIZE`.
    public static let x3dhInitialize = MechanismType(rawValue: 0x4023)
    /// `CKM_X3DH_RESPOND`.
    public static let x3dhRespond = MechanismType(rawValue: 0x4024)
    /// `CKM_X2RATCHET_INITIALIZE`.
    public static let x2ratchetInitialize = MechanismType(rawValue: 0x4025)
    /// `CKM_X2RATCHET_RESPOND`.
    public static let x2ratchetRespond = MechanismType(rawValue: 0x4026)
    /// `CKM_X2RATCHET_ENCRYPT`.
    public static let x2ratchetEncrypt = MechanismType(rawValue: 0x4027)
    /// `CKM_X2RATCHET_DECRYPT`.
    public static let x2ratchetDecrypt = MechanismType(rawValue: 0x4028)
    /// `CKM_XEDDSA`.
    public static let xeddsa = MechanismType(rawValue: 0x4029)
    /// `CKM_HKDF_DERIVE`.
    public static let hkdfDerive = MechanismType(rawValue: 0x402A)
    /// `CKM_HKDF_DATA`.
    public static let hkdfData = MechanismType(rawValue: 0x402B)
    /// `CKM_HKDF_KEY_GEN`.
    public static let hkdfKeyGen = MechanismType(rawValue: 0x402C)
    /// `CKM_SALSA20_KEY_GEN`.
    public static let salsa20KeyGen = MechanismType(rawValue: 0x402D)
    /// `CKM_IKE2_PRF_PLUS_DERIVE`.
    public static let ike2PRFPlusDerive = MechanismType(rawValue: 0x402E)
    /// `CKM_IKE_PRF_DERIVE`.
    public static let ikePRFDerive = MechanismType(rawValue: 0x402F)
    /// `CKM_IKE1_PRF_DERIVE`.
    public static let ike1PRFDerive = MechanismType(rawValue: 0x4030)
    /// `CKM_IKE1_EXTENDED_DERIVE`.
    public static let ike1ExtendedDerive = MechanismType(rawValue: 0x4031)
    /// `CKM_HSS_KEY_PAIR_GEN`.
    public static let hssKeyPairGen = MechanismType(rawValue: 0x4032)
    /// `CKM_HSS`.
    public static let hss = MechanismType(rawValue: 0x4033)
    /// `CKM_XMSS_KEY_PAIR_GEN`.
    public static let xmssKeyPairGen = MechanismType(rawValue: 0x4034)
    /// `CKM_XMSSMT_KEY_PAIR_GEN`.
    public static let xmssmtKeyPairGen = MechanismType(rawValue: 0x4035)
    /// `CKM_XMSS`.
    public static let xmss = MechanismType(rawValue: 0x4036)
    /// `CKM_XMSSMT`.
    public static let xmssmt = MechanismType(rawValue: 0x4037)
    /// `CKM_ECDH_X_AES_KEY_WRAP`.
    public static let ecdhXAESKeyWrap = MechanismType(rawValue: 0x4038)
    /// `CKM_ECDH_COF_AES_KEY_WRAP`.
    public static let ecdhCofAESKeyWrap = MechanismType(rawValue: 0x4039)
    /// `CKM_PUB_KEY_FROM_PRIV_KEY`.
    public static let pubKeyFromPrivKey = MechanismType(rawValue: 0x403A)

    /// Every constant with its name in C; of two names of one number, the one that is shown stands first.
    static let table: [(MechanismType, String)] = [
        (.rsaPKCSKeyPairGen, "CKM_RSA_PKCS_KEY_PAIR_GEN"),
        (.rsaPKCS, "CKM_RSA_PKCS"),
        (.rsa9796, "CKM_RSA_9796"),
        (.rsaX509, "CKM_RSA_X_509"),
        (.md2RSAPKCS, "CKM_MD2_RSA_PKCS"),
        (.md5RSAPKCS, "CKM_MD5_RSA_PKCS"),
        (.sha1RSAPKCS, "CKM_SHA1_RSA_PKCS"),
        (.ripemd128RSAPKCS, "CKM_RIPEMD128_RSA_PKCS"),
        (.ripemd160RSAPKCS, "CKM_RIPEMD160_RSA_PKCS"),
        (.rsaPKCSOAEP, "CKM_RSA_PKCS_OAEP"),
        (.rsaX9_31KeyPairGen, "CKM_RSA_X9_31_KEY_PAIR_GEN"),
        (.rsaX9_31, "CKM_RSA_X9_31"),
        (.sha1RSAX9_31, "CKM_SHA1_RSA_X9_31"),
        (.rsaPKCSPSS, "CKM_RSA_PKCS_PSS"),
        (.sha1RSAPKCSPSS, "CKM_SHA1_RSA_PKCS_PSS"),
        (.mlKEMKeyPairGen, "CKM_ML_KEM_KEY_PAIR_GEN"),
        (.dsaKeyPairGen, "CKM_DSA_KEY_PAIR_GEN"),
        (.dsa, "CKM_DSA"),
        (.dsaSHA1, "CKM_DSA_SHA1"),
        (.dsaSHA224, "CKM_DSA_SHA224"),
        (.dsaSHA256, "CKM_DSA_SHA256"),
        (.dsaSHA384, "CKM_DSA_SHA384"),
        (.dsaSHA512, "CKM_DSA_SHA512"),
        (.mlKEM, "CKM_ML_KEM"),
        (.dsaSHA3_224, "CKM_DSA_SHA3_224"),
        (.dsaSHA3_256, "CKM_DSA_SHA3_256"),
        (.dsaSHA3_384, "CKM_DSA_SHA3_384"),
        (.dsaSHA3_512, "CKM_DSA_SHA3_512"),
        (.mlDSAKeyPairGen, "CKM_ML_DSA_KEY_PAIR_GEN"),
        (.mlDSA, "CKM_ML_DSA"),
        (.hashMLDSA, "CKM_HASH_ML_DSA"),
        (.dhPKCSKeyPairGen, "CKM_DH_PKCS_KEY_PAIR_GEN"),
        (.dhPKCSDerive, "CKM_DH_PKCS_DERIVE"),
        (.hashMLDSASHA224, "CKM_HASH_ML_DSA_SHA224"),
        (.hashMLDSASHA256, "CKM_HASH_ML_DSA_SHA256"),
        (.hashMLDSASHA384, "CKM_HASH_ML_DSA_SHA384"),
        (.hashMLDSASHA512, "CKM_HASH_ML_DSA_SHA512"),
        (.hashMLDSASHA3_224, "CKM_HASH_ML_DSA_SHA3_224"),
        (.hashMLDSASHA3_256, "CKM_HASH_ML_DSA_SHA3_256"),
        (.hashMLDSASHA3_384, "CKM_HASH_ML_DSA_SHA3_384"),
        (.hashMLDSASHA3_512, "CKM_HASH_ML_DSA_SHA3_512"),
        (.hashMLDSAShake128, "CKM_HASH_ML_DSA_SHAKE128"),
        (.hashMLDSAShake256, "CKM_HASH_ML_DSA_SHAKE256"),
        (.slhDSAKeyPairGen, "CKM_SLH_DSA_KEY_PAIR_GEN"),
        (.slhDSA, "CKM_SLH_DSA"),
        (.x9_42DHKeyPairGen, "CKM_X9_42_DH_KEY_PAIR_GEN"),
        (.x9_42DHDerive, "CKM_X9_42_DH_DERIVE"),
        (.x9_42DHHybridDerive, "CKM_X9_42_DH_HYBRID_DERIVE"),
        (.x9_42MqvDerive, "CKM_X9_42_MQV_DERIVE"),
        (.hashSLHDSA, "CKM_HASH_SLH_DSA"),
        (.hashSLHDSASHA224, "CKM_HASH_SLH_DSA_SHA224"),
        (.hashSLHDSASHA256, "CKM_HASH_SLH_DSA_SHA256"),
        (.hashSLHDSASHA384, "CKM_HASH_SLH_DSA_SHA384"),
        (.hashSLHDSASHA512, "CKM_HASH_SLH_DSA_SHA512"),
        (.hashSLHDSASHA3_224, "CKM_HASH_SLH_DSA_SHA3_224"),
        (.hashSLHDSASHA3_256, "CKM_HASH_SLH_DSA_SHA3_256"),
        (.hashSLHDSASHA3_384, "CKM_HASH_SLH_DSA_SHA3_384"),
        (.hashSLHDSASHA3_512, "CKM_HASH_SLH_DSA_SHA3_512"),
        (.hashSLHDSAShake128, "CKM_HASH_SLH_DSA_SHAKE128"),
        (.hashSLHDSAShake256, "CKM_HASH_SLH_DSA_SHAKE256"),
        (.sha256RSAPKCS, "CKM_SHA256_RSA_PKCS"),
        (.sha384RSAPKCS, "CKM_SHA384_RSA_PKCS"),
        (.sha512RSAPKCS, "CKM_SHA512_RSA_PKCS"),
        (.sha256RSAPKCSPSS, "CKM_SHA256_RSA_PKCS_PSS"),
        (.sha384RSAPKCSPSS, "CKM_SHA384_RSA_PKCS_PSS"),
        (.sha512RSAPKCSPSS, "CKM_SHA512_RSA_PKCS_PSS"),
        (.sha224RSAPKCS, "CKM_SHA224_RSA_PKCS"),
        (.sha224RSAPKCSPSS, "CKM_SHA224_RSA_PKCS_PSS"),
        (.sha512_224, "CKM_SHA512_224"),
        (.sha512_224HMAC, "CKM_SHA512_224_HMAC"),
        (.sha512_224HMACGeneral, "CKM_SHA512_224_HMAC_GENERAL"),
        (.sha512_224KeyDerivation, "CKM_SHA512_224_KEY_DERIVATION"),
        (.sha512_256, "CKM_SHA512_256"),
        (.sha512_256HMAC, "CKM_SHA512_256_HMAC"),
        (.sha512_256HMACGeneral, "CKM_SHA512_256_HMAC_GENERAL"),
        (.sha512_256KeyDerivation, "CKM_SHA512_256_KEY_DERIVATION"),
        (.sha512T, "CKM_SHA512_T"),
        (.sha512THMAC, "CKM_SHA512_T_HMAC"),
        (.sha512THMACGeneral, "CKM_SHA512_T_HMAC_GENERAL"),
        (.sha512TKeyDerivation, "CKM_SHA512_T_KEY_DERIVATION"),
        (.tls12ExtendedMasterKeyDerive, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE"),
        (.tls12ExtendedMasterKeyDeriveDH, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH"),
        (.sha3_256RSAPKCS, "CKM_SHA3_256_RSA_PKCS"),
        (.sha3_384RSAPKCS, "CKM_SHA3_384_RSA_PKCS"),
        (.sha3_512RSAPKCS, "CKM_SHA3_512_RSA_PKCS"),
        (.sha3_256RSAPKCSPSS, "CKM_SHA3_256_RSA_PKCS_PSS"),
        (.sha3_384RSAPKCSPSS, "CKM_SHA3_384_RSA_PKCS_PSS"),
        (.sha3_512RSAPKCSPSS, "CKM_SHA3_512_RSA_PKCS_PSS"),
        (.sha3_224RSAPKCS, "CKM_SHA3_224_RSA_PKCS"),
        (.sha3_224RSAPKCSPSS, "CKM_SHA3_224_RSA_PKCS_PSS"),
        (.rc2KeyGen, "CKM_RC2_KEY_GEN"),
        (.rc2ECB, "CKM_RC2_ECB"),
        (.rc2CBC, "CKM_RC2_CBC"),
        (.rc2MAC, "CKM_RC2_MAC"),
        (.rc2MACGeneral, "CKM_RC2_MAC_GENERAL"),
        (.rc2CBCPad, "CKM_RC2_CBC_PAD"),
        (.rc4KeyGen, "CKM_RC4_KEY_GEN"),
        (.rc4, "CKM_RC4"),
        (.desKeyGen, "CKM_DES_KEY_GEN"),
        (.desECB, "CKM_DES_ECB"),
        (.desCBC, "CKM_DES_CBC"),
        (.desMAC, "CKM_DES_MAC"),
        (.desMACGeneral, "CKM_DES_MAC_GENERAL"),
        (.desCBCPad, "CKM_DES_CBC_PAD"),
        (.des2KeyGen, "CKM_DES2_KEY_GEN"),
        (.des3KeyGen, "CKM_DES3_KEY_GEN"),
        (.des3ECB, "CKM_DES3_ECB"),
        (.des3CBC, "CKM_DES3_CBC"),
        (.des3MAC, "CKM_DES3_MAC"),
        (.des3MACGeneral, "CKM_DES3_MAC_GENERAL"),
        (.des3CBCPad, "CKM_DES3_CBC_PAD"),
        (.des3CMACGeneral, "CKM_DES3_CMAC_GENERAL"),
        (.des3CMAC, "CKM_DES3_CMAC"),
        (.cdmfKeyGen, "CKM_CDMF_KEY_GEN"),
        (.cdmfECB, "CKM_CDMF_ECB"),
        (.cdmfCBC, "CKM_CDMF_CBC"),
        (.cdmfMAC, "CKM_CDMF_MAC"),
        (.cdmfMACGeneral, "CKM_CDMF_MAC_GENERAL"),
        (.cdmfCBCPad, "CKM_CDMF_CBC_PAD"),
        (.desOfb64, "CKM_DES_OFB64"),
        (.desOfb8, "CKM_DES_OFB8"),
        (.desCfb64, "CKM_DES_CFB64"),
        (.desCfb8, "CKM_DES_CFB8"),
        (.md2, "CKM_MD2"),
        (.md2HMAC, "CKM_MD2_HMAC"),
        (.md2HMACGeneral, "CKM_MD2_HMAC_GENERAL"),
        (.md5, "CKM_MD5"),
        (.md5HMAC, "CKM_MD5_HMAC"),
        (.md5HMACGeneral, "CKM_MD5_HMAC_GENERAL"),
        (.sha1, "CKM_SHA_1"),
        (.sha1HMAC, "CKM_SHA_1_HMAC"),
        (.sha1HMACGeneral, "CKM_SHA_1_HMAC_GENERAL"),
        (.ripemd128, "CKM_RIPEMD128"),
        (.ripemd128HMAC, "CKM_RIPEMD128_HMAC"),
        (.ripemd128HMACGeneral, "CKM_RIPEMD128_HMAC_GENERAL"),
        (.ripemd160, "CKM_RIPEMD160"),
        (.ripemd160HMAC, "CKM_RIPEMD160_HMAC"),
        (.ripemd160HMACGeneral, "CKM_RIPEMD160_HMAC_GENERAL"),
        (.sha256, "CKM_SHA256"),
        (.sha256HMAC, "CKM_SHA256_HMAC"),
        (.sha256HMACGeneral, "CKM_SHA256_HMAC_GENERAL"),
        (.sha224, "CKM_SHA224"),
        (.sha224HMAC, "CKM_SHA224_HMAC"),
        (.sha224HMACGeneral, "CKM_SHA224_HMAC_GENERAL"),
        (.sha384, "CKM_SHA384"),
        (.sha384HMAC, "CKM_SHA384_HMAC"),
        (.sha384HMACGeneral, "CKM_SHA384_HMAC_GENERAL"),
        (.sha512, "CKM_SHA512"),
        (.sha512HMAC, "CKM_SHA512_HMAC"),
        (.sha512HMACGeneral, "CKM_SHA512_HMAC_GENERAL"),
        (.securidKeyGen, "CKM_SECURID_KEY_GEN"),
        (.securid, "CKM_SECURID"),
        (.hotpKeyGen, "CKM_HOTP_KEY_GEN"),
        (.hotp, "CKM_HOTP"),
        (.acti, "CKM_ACTI"),
        (.actiKeyGen, "CKM_ACTI_KEY_GEN"),
        (.sha3_256, "CKM_SHA3_256"),
        (.sha3_256HMAC, "CKM_SHA3_256_HMAC"),
        (.sha3_256HMACGeneral, "CKM_SHA3_256_HMAC_GENERAL"),
        (.sha3_256KeyGen, "CKM_SHA3_256_KEY_GEN"),
        (.sha3_224, "CKM_SHA3_224"),
        (.sha3_224HMAC, "CKM_SHA3_224_HMAC"),
        (.sha3_224HMACGeneral, "CKM_SHA3_224_HMAC_GENERAL"),
        (.sha3_224KeyGen, "CKM_SHA3_224_KEY_GEN"),
        (.sha3_384, "CKM_SHA3_384"),
        (.sha3_384HMAC, "CKM_SHA3_384_HMAC"),
        (.sha3_384HMACGeneral, "CKM_SHA3_384_HMAC_GENERAL"),
        (.sha3_384KeyGen, "CKM_SHA3_384_KEY_GEN"),
        (.sha3_512, "CKM_SHA3_512"),
        (.sha3_512HMAC, "CKM_SHA3_512_HMAC"),
        (.sha3_512HMACGeneral, "CKM_SHA3_512_HMAC_GENERAL"),
        (.sha3_512KeyGen, "CKM_SHA3_512_KEY_GEN"),
        (.castKeyGen, "CKM_CAST_KEY_GEN"),
        (.castECB, "CKM_CAST_ECB"),
        (.castCBC, "CKM_CAST_CBC"),
        (.castMAC, "CKM_CAST_MAC"),
        (.castMACGeneral, "CKM_CAST_MAC_GENERAL"),
        (.castCBCPad, "CKM_CAST_CBC_PAD"),
        (.cast3KeyGen, "CKM_CAST3_KEY_GEN"),
        (.cast3ECB, "CKM_CAST3_ECB"),
        (.cast3CBC, "CKM_CAST3_CBC"),
        (.cast3MAC, "CKM_CAST3_MAC"),
        (.cast3MACGeneral, "CKM_CAST3_MAC_GENERAL"),
        (.cast3CBCPad, "CKM_CAST3_CBC_PAD"),
        (.cast128KeyGen, "CKM_CAST128_KEY_GEN"),
        (.cast128ECB, "CKM_CAST128_ECB"),
        (.cast128CBC, "CKM_CAST128_CBC"),
        (.cast128MAC, "CKM_CAST128_MAC"),
        (.cast128MACGeneral, "CKM_CAST128_MAC_GENERAL"),
        (.cast128CBCPad, "CKM_CAST128_CBC_PAD"),
        (.rc5KeyGen, "CKM_RC5_KEY_GEN"),
        (.rc5ECB, "CKM_RC5_ECB"),
        (.rc5CBC, "CKM_RC5_CBC"),
        (.rc5MAC, "CKM_RC5_MAC"),
        (.rc5MACGeneral, "CKM_RC5_MAC_GENERAL"),
        (.rc5CBCPad, "CKM_RC5_CBC_PAD"),
        (.ideaKeyGen, "CKM_IDEA_KEY_GEN"),
        (.ideaECB, "CKM_IDEA_ECB"),
        (.ideaCBC, "CKM_IDEA_CBC"),
        (.ideaMAC, "CKM_IDEA_MAC"),
        (.ideaMACGeneral, "CKM_IDEA_MAC_GENERAL"),
        (.ideaCBCPad, "CKM_IDEA_CBC_PAD"),
        (.genericSecretKeyGen, "CKM_GENERIC_SECRET_KEY_GEN"),
        (.concatenateBaseAndKey, "CKM_CONCATENATE_BASE_AND_KEY"),
        (.concatenateBaseAndData, "CKM_CONCATENATE_BASE_AND_DATA"),
        (.concatenateDataAndBase, "CKM_CONCATENATE_DATA_AND_BASE"),
        (.xorBaseAndData, "CKM_XOR_BASE_AND_DATA"),
        (.extractKeyFromKey, "CKM_EXTRACT_KEY_FROM_KEY"),
        (.ssl3PreMasterKeyGen, "CKM_SSL3_PRE_MASTER_KEY_GEN"),
        (.ssl3MasterKeyDerive, "CKM_SSL3_MASTER_KEY_DERIVE"),
        (.ssl3KeyAndMACDerive, "CKM_SSL3_KEY_AND_MAC_DERIVE"),
        (.ssl3MasterKeyDeriveDH, "CKM_SSL3_MASTER_KEY_DERIVE_DH"),
        (.tlsPreMasterKeyGen, "CKM_TLS_PRE_MASTER_KEY_GEN"),
        (.tlsMasterKeyDerive, "CKM_TLS_MASTER_KEY_DERIVE"),
        (.tlsKeyAndMACDerive, "CKM_TLS_KEY_AND_MAC_DERIVE"),
        (.tlsMasterKeyDeriveDH, "CKM_TLS_MASTER_KEY_DERIVE_DH"),
        (.tlsPRF, "CKM_TLS_PRF"),
        (.ssl3MD5MAC, "CKM_SSL3_MD5_MAC"),
        (.ssl3SHA1MAC, "CKM_SSL3_SHA1_MAC"),
        (.md5KeyDerivation, "CKM_MD5_KEY_DERIVATION"),
        (.md2KeyDerivation, "CKM_MD2_KEY_DERIVATION"),
        (.sha1KeyDerivation, "CKM_SHA1_KEY_DERIVATION"),
        (.sha256KeyDerivation, "CKM_SHA256_KEY_DERIVATION"),
        (.sha384KeyDerivation, "CKM_SHA384_KEY_DERIVATION"),
        (.sha512KeyDerivation, "CKM_SHA512_KEY_DERIVATION"),
        (.sha224KeyDerivation, "CKM_SHA224_KEY_DERIVATION"),
        (.sha3_256KeyDerivation, "CKM_SHA3_256_KEY_DERIVATION"),
        (.sha3_224KeyDerivation, "CKM_SHA3_224_KEY_DERIVATION"),
        (.sha3_384KeyDerivation, "CKM_SHA3_384_KEY_DERIVATION"),
        (.sha3_512KeyDerivation, "CKM_SHA3_512_KEY_DERIVATION"),
        (.shake128KeyDerivation, "CKM_SHAKE_128_KEY_DERIVATION"),
        (.shake256KeyDerivation, "CKM_SHAKE_256_KEY_DERIVATION"),
        (.pbeMD2DESCBC, "CKM_PBE_MD2_DES_CBC"),
        (.pbeMD5DESCBC, "CKM_PBE_MD5_DES_CBC"),
        (.pbeMD5CASTCBC, "CKM_PBE_MD5_CAST_CBC"),
        (.pbeMD5CAST3CBC, "CKM_PBE_MD5_CAST3_CBC"),
        (.pbeMD5CAST128CBC, "CKM_PBE_MD5_CAST128_CBC"),
        (.pbeSHA1CAST128CBC, "CKM_PBE_SHA1_CAST128_CBC"),
        (.pbeSHA1RC4_128, "CKM_PBE_SHA1_RC4_128"),
        (.pbeSHA1RC4_40, "CKM_PBE_SHA1_RC4_40"),
        (.pbeSHA1DES3EdeCBC, "CKM_PBE_SHA1_DES3_EDE_CBC"),
        (.pbeSHA1DES2EdeCBC, "CKM_PBE_SHA1_DES2_EDE_CBC"),
        (.pbeSHA1RC2_128CBC, "CKM_PBE_SHA1_RC2_128_CBC"),
        (.pbeSHA1RC2_40CBC, "CKM_PBE_SHA1_RC2_40_CBC"),
        (.sp800_108CounterKDF, "CKM_SP800_108_COUNTER_KDF"),
        (.sp800_108FeedbackKDF, "CKM_SP800_108_FEEDBACK_KDF"),
        (.sp800_108DoublePipelineKDF, "CKM_SP800_108_DOUBLE_PIPELINE_KDF"),
        (.pkcs5PBKD2, "CKM_PKCS5_PBKD2"),
        (.pbaSHA1WithSHA1HMAC, "CKM_PBA_SHA1_WITH_SHA1_HMAC"),
        (.wtlsPreMasterKeyGen, "CKM_WTLS_PRE_MASTER_KEY_GEN"),
        (.wtlsMasterKeyDerive, "CKM_WTLS_MASTER_KEY_DERIVE"),
        (.wtlsMasterKeyDeriveDHEcc, "CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC"),
        (.wtlsPRF, "CKM_WTLS_PRF"),
        (.wtlsServerKeyAndMACDerive, "CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE"),
        (.wtlsClientKeyAndMACDerive, "CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE"),
        (.tls10MACServer, "CKM_TLS10_MAC_SERVER"),
        (.tls10MACClient, "CKM_TLS10_MAC_CLIENT"),
        (.tls12MAC, "CKM_TLS12_MAC"),
        (.tls12KDF, "CKM_TLS12_KDF"),
        (.tls12MasterKeyDerive, "CKM_TLS12_MASTER_KEY_DERIVE"),
        (.tls12KeyAndMACDerive, "CKM_TLS12_KEY_AND_MAC_DERIVE"),
        (.tls12MasterKeyDeriveDH, "CKM_TLS12_MASTER_KEY_DERIVE_DH"),
        (.tls12KeySafeDerive, "CKM_TLS12_KEY_SAFE_DERIVE"),
        (.tlsMAC, "CKM_TLS_MAC"),
        (.tlsKDF, "CKM_TLS_KDF"),
        (.keyWrapLynks, "CKM_KEY_WRAP_LYNKS"),
        (.keyWrapSetOAEP, "CKM_KEY_WRAP_SET_OAEP"),
        (.cmsSig, "CKM_CMS_SIG"),
        (.kipDerive, "CKM_KIP_DERIVE"),
        (.kipWrap, "CKM_KIP_WRAP"),
        (.kipMAC, "CKM_KIP_MAC"),
        (.camelliaKeyGen, "CKM_CAMELLIA_KEY_GEN"),
        (.camelliaECB, "CKM_CAMELLIA_ECB"),
        (.camelliaCBC, "CKM_CAMELLIA_CBC"),
        (.camelliaMAC, "CKM_CAMELLIA_MAC"),
        (.camelliaMACGeneral, "CKM_CAMELLIA_MAC_GENERAL"),
        (.camelliaCBCPad, "CKM_CAMELLIA_CBC_PAD"),
        (.camelliaECBEncryptData, "CKM_CAMELLIA_ECB_ENCRYPT_DATA"),
        (.camelliaCBCEncryptData, "CKM_CAMELLIA_CBC_ENCRYPT_DATA"),
        (.camelliaCTR, "CKM_CAMELLIA_CTR"),
        (.ariaKeyGen, "CKM_ARIA_KEY_GEN"),
        (.ariaECB, "CKM_ARIA_ECB"),
        (.ariaCBC, "CKM_ARIA_CBC"),
        (.ariaMAC, "CKM_ARIA_MAC"),
        (.ariaMACGeneral, "CKM_ARIA_MAC_GENERAL"),
        (.ariaCBCPad, "CKM_ARIA_CBC_PAD"),
        (.ariaECBEncryptData, "CKM_ARIA_ECB_ENCRYPT_DATA"),
        (.ariaCBCEncryptData, "CKM_ARIA_CBC_ENCRYPT_DATA"),
        (.seedKeyGen, "CKM_SEED_KEY_GEN"),
        (.seedECB, "CKM_SEED_ECB"),
        (.seedCBC, "CKM_SEED_CBC"),
        (.seedMAC, "CKM_SEED_MAC"),
        (.seedMACGeneral, "CKM_SEED_MAC_GENERAL"),
        (.seedCBCPad, "CKM_SEED_CBC_PAD"),
        (.seedECBEncryptData, "CKM_SEED_ECB_ENCRYPT_DATA"),
        (.seedCBCEncryptData, "CKM_SEED_CBC_ENCRYPT_DATA"),
        (.skipjackKeyGen, "CKM_SKIPJACK_KEY_GEN"),
        (.skipjackEcb64, "CKM_SKIPJACK_ECB64"),
        (.skipjackCbc64, "CKM_SKIPJACK_CBC64"),
        (.skipjackOfb64, "CKM_SKIPJACK_OFB64"),
        (.skipjackCfb64, "CKM_SKIPJACK_CFB64"),
        (.skipjackCfb32, "CKM_SKIPJACK_CFB32"),
        (.skipjackCfb16, "CKM_SKIPJACK_CFB16"),
        (.skipjackCfb8, "CKM_SKIPJACK_CFB8"),
        (.skipjackWrap, "CKM_SKIPJACK_WRAP"),
        (.skipjackPrivateWrap, "CKM_SKIPJACK_PRIVATE_WRAP"),
        (.skipjackRelayx, "CKM_SKIPJACK_RELAYX"),
        (.keaKeyPairGen, "CKM_KEA_KEY_PAIR_GEN"),
        (.keaKeyDerive, "CKM_KEA_KEY_DERIVE"),
        (.keaDerive, "CKM_KEA_DERIVE"),
        (.fortezzaTimestamp, "CKM_FORTEZZA_TIMESTAMP"),
        (.batonKeyGen, "CKM_BATON_KEY_GEN"),
        (.batonEcb128, "CKM_BATON_ECB128"),
        (.batonEcb96, "CKM_BATON_ECB96"),
        (.batonCbc128, "CKM_BATON_CBC128"),
        (.batonCounter, "CKM_BATON_COUNTER"),
        (.batonShuffle, "CKM_BATON_SHUFFLE"),
        (.batonWrap, "CKM_BATON_WRAP"),
        (.ecKeyPairGen, "CKM_EC_KEY_PAIR_GEN"),
        (.ecdsa, "CKM_ECDSA"),
        (.ecdsaSHA1, "CKM_ECDSA_SHA1"),
        (.ecdsaSHA224, "CKM_ECDSA_SHA224"),
        (.ecdsaSHA256, "CKM_ECDSA_SHA256"),
        (.ecdsaSHA384, "CKM_ECDSA_SHA384"),
        (.ecdsaSHA512, "CKM_ECDSA_SHA512"),
        (.ecdsaSHA3_224, "CKM_ECDSA_SHA3_224"),
        (.ecdsaSHA3_256, "CKM_ECDSA_SHA3_256"),
        (.ecdsaSHA3_384, "CKM_ECDSA_SHA3_384"),
        (.ecdsaSHA3_512, "CKM_ECDSA_SHA3_512"),
        (.ecdh1Derive, "CKM_ECDH1_DERIVE"),
        (.ecdh1CofactorDerive, "CKM_ECDH1_COFACTOR_DERIVE"),
        (.ecmqvDerive, "CKM_ECMQV_DERIVE"),
        (.ecdhAESKeyWrap, "CKM_ECDH_AES_KEY_WRAP"),
        (.rsaAESKeyWrap, "CKM_RSA_AES_KEY_WRAP"),
        (.ecEdwardsKeyPairGen, "CKM_EC_EDWARDS_KEY_PAIR_GEN"),
        (.ecMontgomeryKeyPairGen, "CKM_EC_MONTGOMERY_KEY_PAIR_GEN"),
        (.eddsa, "CKM_EDDSA"),
        (.juniperKeyGen, "CKM_JUNIPER_KEY_GEN"),
        (.juniperEcb128, "CKM_JUNIPER_ECB128"),
        (.juniperCbc128, "CKM_JUNIPER_CBC128"),
        (.juniperCounter, "CKM_JUNIPER_COUNTER"),
        (.juniperShuffle, "CKM_JUNIPER_SHUFFLE"),
        (.juniperWrap, "CKM_JUNIPER_WRAP"),
        (.fasthash, "CKM_FASTHASH"),
        (.aesXTS, "CKM_AES_XTS"),
        (.aesXTSKeyGen, "CKM_AES_XTS_KEY_GEN"),
        (.aesKeyGen, "CKM_AES_KEY_GEN"),
        (.aesECB, "CKM_AES_ECB"),
        (.aesCBC, "CKM_AES_CBC"),
        (.aesMAC, "CKM_AES_MAC"),
        (.aesMACGeneral, "CKM_AES_MAC_GENERAL"),
        (.aesCBCPad, "CKM_AES_CBC_PAD"),
        (.aesCTR, "CKM_AES_CTR"),
        (.aesGCM, "CKM_AES_GCM"),
        (.aesCCM, "CKM_AES_CCM"),
        (.aesCts, "CKM_AES_CTS"),
        (.aesCMAC, "CKM_AES_CMAC"),
        (.aesCMACGeneral, "CKM_AES_CMAC_GENERAL"),
        (.aesXcbcMAC, "CKM_AES_XCBC_MAC"),
        (.aesXcbcMAC96, "CKM_AES_XCBC_MAC_96"),
        (.aesGMAC, "CKM_AES_GMAC"),
        (.blowfishKeyGen, "CKM_BLOWFISH_KEY_GEN"),
        (.blowfishCBC, "CKM_BLOWFISH_CBC"),
        (.twofishKeyGen, "CKM_TWOFISH_KEY_GEN"),
        (.twofishCBC, "CKM_TWOFISH_CBC"),
        (.blowfishCBCPad, "CKM_BLOWFISH_CBC_PAD"),
        (.twofishCBCPad, "CKM_TWOFISH_CBC_PAD"),
        (.desECBEncryptData, "CKM_DES_ECB_ENCRYPT_DATA"),
        (.desCBCEncryptData, "CKM_DES_CBC_ENCRYPT_DATA"),
        (.des3ECBEncryptData, "CKM_DES3_ECB_ENCRYPT_DATA"),
        (.des3CBCEncryptData, "CKM_DES3_CBC_ENCRYPT_DATA"),
        (.aesECBEncryptData, "CKM_AES_ECB_ENCRYPT_DATA"),
        (.aesCBCEncryptData, "CKM_AES_CBC_ENCRYPT_DATA"),
        (.gostr3410KeyPairGen, "CKM_GOSTR3410_KEY_PAIR_GEN"),
        (.gostr3410, "CKM_GOSTR3410"),
        (.gostr3410WithGOSTR3411, "CKM_GOSTR3410_WITH_GOSTR3411"),
        (.gostr3410KeyWrap, "CKM_GOSTR3410_KEY_WRAP"),
        (.gostr3410Derive, "CKM_GOSTR3410_DERIVE"),
        (.gostr3411, "CKM_GOSTR3411"),
        (.gostr3411HMAC, "CKM_GOSTR3411_HMAC"),
        (.gost28147KeyGen, "CKM_GOST28147_KEY_GEN"),
        (.gost28147ECB, "CKM_GOST28147_ECB"),
        (.gost28147, "CKM_GOST28147"),
        (.gost28147MAC, "CKM_GOST28147_MAC"),
        (.gost28147KeyWrap, "CKM_GOST28147_KEY_WRAP"),
        (.chacha20KeyGen, "CKM_CHACHA20_KEY_GEN"),
        (.chacha20, "CKM_CHACHA20"),
        (.poly1305KeyGen, "CKM_POLY1305_KEY_GEN"),
        (.poly1305, "CKM_POLY1305"),
        (.ecKeyPairGenWExtraBits, "CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS"),
        (.dsaParameterGen, "CKM_DSA_PARAMETER_GEN"),
        (.dhPKCSParameterGen, "CKM_DH_PKCS_PARAMETER_GEN"),
        (.x9_42DHParameterGen, "CKM_X9_42_DH_PARAMETER_GEN"),
        (.dsaProbabilisticParameterGen, "CKM_DSA_PROBABILISTIC_PARAMETER_GEN"),
        (.dsaShaweTaylorParameterGen, "CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN"),
        (.dsaFipsGGen, "CKM_DSA_FIPS_G_GEN"),
        (.aesOFB, "CKM_AES_OFB"),
        (.aesCfb64, "CKM_AES_CFB64"),
        (.aesCfb8, "CKM_AES_CFB8"),
        (.aesCfb128, "CKM_AES_CFB128"),
        (.aesCfb1, "CKM_AES_CFB1"),
        (.aesKeyWrap, "CKM_AES_KEY_WRAP"),
        (.aesKeyWrapPad, "CKM_AES_KEY_WRAP_PAD"),
        (.aesKeyWrapKwp, "CKM_AES_KEY_WRAP_KWP"),
        (.aesKeyWrapPkcs7, "CKM_AES_KEY_WRAP_PKCS7"),
        (.rsaPKCSTPM1_1, "CKM_RSA_PKCS_TPM_1_1"),
        (.rsaPKCSOAEPTPM1_1, "CKM_RSA_PKCS_OAEP_TPM_1_1"),
        (.sha1KeyGen, "CKM_SHA_1_KEY_GEN"),
        (.sha224KeyGen, "CKM_SHA224_KEY_GEN"),
        (.sha256KeyGen, "CKM_SHA256_KEY_GEN"),
        (.sha384KeyGen, "CKM_SHA384_KEY_GEN"),
        (.sha512KeyGen, "CKM_SHA512_KEY_GEN"),
        (.sha512_224KeyGen, "CKM_SHA512_224_KEY_GEN"),
        (.sha512_256KeyGen, "CKM_SHA512_256_KEY_GEN"),
        (.sha512TKeyGen, "CKM_SHA512_T_KEY_GEN"),
        (.null, "CKM_NULL"),
        (.blake2b160, "CKM_BLAKE2B_160"),
        (.blake2b160HMAC, "CKM_BLAKE2B_160_HMAC"),
        (.blake2b160HMACGeneral, "CKM_BLAKE2B_160_HMAC_GENERAL"),
        (.blake2b160KeyDerive, "CKM_BLAKE2B_160_KEY_DERIVE"),
        (.blake2b160KeyGen, "CKM_BLAKE2B_160_KEY_GEN"),
        (.blake2b256, "CKM_BLAKE2B_256"),
        (.blake2b256HMAC, "CKM_BLAKE2B_256_HMAC"),
        (.blake2b256HMACGeneral, "CKM_BLAKE2B_256_HMAC_GENERAL"),
        (.blake2b256KeyDerive, "CKM_BLAKE2B_256_KEY_DERIVE"),
        (.blake2b256KeyGen, "CKM_BLAKE2B_256_KEY_GEN"),
        (.blake2b384, "CKM_BLAKE2B_384"),
        (.blake2b384HMAC, "CKM_BLAKE2B_384_HMAC"),
        (.blake2b384HMACGeneral, "CKM_BLAKE2B_384_HMAC_GENERAL"),
        (.blake2b384KeyDerive, "CKM_BLAKE2B_384_KEY_DERIVE"),
        (.blake2b384KeyGen, "CKM_BLAKE2B_384_KEY_GEN"),
        (.blake2b512, "CKM_BLAKE2B_512"),
        (.blake2b512HMAC, "CKM_BLAKE2B_512_HMAC"),
        (.blake2b512HMACGeneral, "CKM_BLAKE2B_512_HMAC_GENERAL"),
        (.blake2b512KeyDerive, "CKM_BLAKE2B_512_KEY_DERIVE"),
        (.blake2b512KeyGen, "CKM_BLAKE2B_512_KEY_GEN"),
        (.salsa20, "CKM_SALSA20"),
        (.chacha20Poly1305, "CKM_CHACHA20_POLY1305"),
        (.salsa20Poly1305, "CKM_SALSA20_POLY1305"),
        (.x3dhInitialize, "CKM_X3DH_INITIALIZE"),
        (.x3dhRespond, "CKM_X3DH_RESPOND"),
        (.x2ratchetInitialize, "CKM_X2RATCHET_INITIALIZE"),
        (.x2ratchetRespond, "CKM_X2RATCHET_RESPOND"),
        (.x2ratchetEncrypt, "CKM_X2RATCHET_ENCRYPT"),
        (.x2ratchetDecrypt, "CKM_X2RATCHET_DECRYPT"),
        (.xeddsa, "CKM_XEDDSA"),
        (.hkdfDerive, "CKM_HKDF_DERIVE"),
        (.hkdfData, "CKM_HKDF_DATA"),
        (.hkdfKeyGen, "CKM_HKDF_KEY_GEN"),
        (.salsa20KeyGen, "CKM_SALSA20_KEY_GEN"),
        (.ike2PRFPlusDerive, "CKM_IKE2_PRF_PLUS_DERIVE"),
        (.ikePRFDerive, "CKM_IKE_PRF_DERIVE"),
        (.ike1PRFDerive, "CKM_IKE1_PRF_DERIVE"),
        (.ike1ExtendedDerive, "CKM_IKE1_EXTENDED_DERIVE"),
        (.hssKeyPairGen, "CKM_HSS_KEY_PAIR_GEN"),
        (.hss, "CKM_HSS"),
        (.xmssKeyPairGen, "CKM_XMSS_KEY_PAIR_GEN"),
        (.xmssmtKeyPairGen, "CKM_XMSSMT_KEY_PAIR_GEN"),
        (.xmss, "CKM_XMSS"),
        (.xmssmt, "CKM_XMSSMT"),
        (.ecdhXAESKeyWrap, "CKM_ECDH_X_AES_KEY_WRAP"),
        (.ecdhCofAESKeyWrap, "CKM_ECDH_COF_AES_KEY_WRAP"),
        (.pubKeyFromPrivKey, "CKM_PUB_KEY_FROM_PRIV_KEY"),
        (.cast5KeyGen, "CKM_CAST5_KEY_GEN"),
        (.cast5ECB, "CKM_CAST5_ECB"),
        (.cast5CBC, "CKM_CAST5_CBC"),
        (.cast5MAC, "CKM_CAST5_MAC"),
        (.cast5MACGeneral, "CKM_CAST5_MAC_GENERAL"),
        (.cast5CBCPad, "CKM_CAST5_CBC_PAD"),
        (.sha3_256KeyDerive, "CKM_SHA3_256_KEY_DERIVE"),
        (.sha3_224KeyDerive, "CKM_SHA3_224_KEY_DERIVE"),
        (.sha3_384KeyDerive, "CKM_SHA3_384_KEY_DERIVE"),
        (.sha3_512KeyDerive, "CKM_SHA3_512_KEY_DERIVE"),
        (.shake128KeyDerive, "CKM_SHAKE_128_KEY_DERIVE"),
        (.shake256KeyDerive, "CKM_SHAKE_256_KEY_DERIVE"),
        (.pbeMD5CAST5CBC, "CKM_PBE_MD5_CAST5_CBC"),
        (.pbeSHA1CAST5CBC, "CKM_PBE_SHA1_CAST5_CBC"),
        (.ecdsaKeyPairGen, "CKM_ECDSA_KEY_PAIR_GEN"),
        (.dsaProbablisticParameterGen, "CKM_DSA_PROBABLISTIC_PARAMETER_GEN"),
    ]
    static let names = constantNames(table + tc26Table)
}
