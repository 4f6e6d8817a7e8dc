// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
internal import CCryptoki

extension MechanismType {
    /// `CKM_RSA_PKCS_KEY_PAIR_GEN`.
    public static let rsaPKCSKeyPairGen = MechanismType(rawValue: CKM_RSA_PKCS_KEY_PAIR_GEN)
    /// `CKM_RSA_PKCS`.
    public static let rsaPKCS = MechanismType(rawValue: CKM_RSA_PKCS)
    /// `CKM_RSA_9796`.
    public static let rsa9796 = MechanismType(rawValue: CKM_RSA_9796)
    /// `CKM_RSA_X_509`.
    public static let rsaX509 = MechanismType(rawValue: CKM_RSA_X_509)
    /// `CKM_MD2_RSA_PKCS`.
    public static let md2RSAPKCS = MechanismType(rawValue: CKM_MD2_RSA_PKCS)
    /// `CKM_MD5_RSA_PKCS`.
    public static let md5RSAPKCS = MechanismType(rawValue: CKM_MD5_RSA_PKCS)
    /// `CKM_SHA1_RSA_PKCS`.
    public static let sha1RSAPKCS = MechanismType(rawValue: CKM_SHA1_RSA_PKCS)
    /// `CKM_RIPEMD128_RSA_PKCS`.
    public static let ripemd128RSAPKCS = MechanismType(rawValue: CKM_RIPEMD128_RSA_PKCS)
    /// `CKM_RIPEMD160_RSA_PKCS`.
    public static let ripemd160RSAPKCS = MechanismType(rawValue: CKM_RIPEMD160_RSA_PKCS)
    /// `CKM_RSA_PKCS_OAEP`.
    public static let rsaPKCSOAEP = MechanismType(rawValue: CKM_RSA_PKCS_OAEP)
    /// `CKM_RSA_X9_31_KEY_PAIR_GEN`.
    public static let rsaX9_31KeyPairGen = MechanismType(rawValue: CKM_RSA_X9_31_KEY_PAIR_GEN)
    /// `CKM_RSA_X9_31`.
    public static let rsaX9_31 = MechanismType(rawValue: CKM_RSA_X9_31)
    /// `CKM_SHA1_RSA_X9_31`.
    public static let sha1RSAX9_31 = MechanismType(rawValue: CKM_SHA1_RSA_X9_31)
    /// `CKM_RSA_PKCS_PSS`.
    public static let rsaPKCSPSS = MechanismType(rawValue: CKM_RSA_PKCS_PSS)
    /// `CKM_SHA1_RSA_PKCS_PSS`.
    public static let sha1RSAPKCSPSS = MechanismType(rawValue: CKM_SHA1_RSA_PKCS_PSS)
    /// `CKM_ML_KEM_KEY_PAIR_GEN`.
    public static let mlKEMKeyPairGen = MechanismType(rawValue: CKM_ML_KEM_KEY_PAIR_GEN)
    /// `CKM_DSA_KEY_PAIR_GEN`.
    public static let dsaKeyPairGen = MechanismType(rawValue: CKM_DSA_KEY_PAIR_GEN)
    /// `CKM_DSA`.
    public static let dsa = MechanismType(rawValue: CKM_DSA)
    /// `CKM_DSA_SHA1`.
    public static let dsaSHA1 = MechanismType(rawValue: CKM_DSA_SHA1)
    /// `CKM_DSA_SHA224`.
    public static let dsaSHA224 = MechanismType(rawValue: CKM_DSA_SHA224)
    /// `CKM_DSA_SHA256`.
    public static let dsaSHA256 = MechanismType(rawValue: CKM_DSA_SHA256)
    /// `CKM_DSA_SHA384`.
    public static let dsaSHA384 = MechanismType(rawValue: CKM_DSA_SHA384)
    /// `CKM_DSA_SHA512`.
    public static let dsaSHA512 = MechanismType(rawValue: CKM_DSA_SHA512)
    /// `CKM_ML_KEM`.
    public static let mlKEM = MechanismType(rawValue: CKM_ML_KEM)
    /// `CKM_DSA_SHA3_224`.
    public static let dsaSHA3_224 = MechanismType(rawValue: CKM_DSA_SHA3_224)
    /// `CKM_DSA_SHA3_256`.
    public static let dsaSHA3_256 = MechanismType(rawValue: CKM_DSA_SHA3_256)
    /// `CKM_DSA_SHA3_384`.
    public static let dsaSHA3_384 = MechanismType(rawValue: CKM_DSA_SHA3_384)
    /// `CKM_DSA_SHA3_512`.
    public static let dsaSHA3_512 = MechanismType(rawValue: CKM_DSA_SHA3_512)
    /// `CKM_ML_DSA_KEY_PAIR_GEN`.
    public static let mlDSAKeyPairGen = MechanismType(rawValue: CKM_ML_DSA_KEY_PAIR_GEN)
    /// `CKM_ML_DSA`.
    public static let mlDSA = MechanismType(rawValue: CKM_ML_DSA)
    /// `CKM_HASH_ML_DSA`.
    public static let hashMLDSA = MechanismType(rawValue: CKM_HASH_ML_DSA)
    /// `CKM_DH_PKCS_KEY_PAIR_GEN`.
    public static let dhPKCSKeyPairGen = MechanismType(rawValue: CKM_DH_PKCS_KEY_PAIR_GEN)
    /// `CKM_DH_PKCS_DERIVE`.
    public static let dhPKCSDerive = MechanismType(rawValue: CKM_DH_PKCS_DERIVE)
    /// `CKM_HASH_ML_DSA_SHA224`.
    public static let hashMLDSASHA224 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA224)
    /// `CKM_HASH_ML_DSA_SHA256`.
    public static let hashMLDSASHA256 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA256)
    /// `CKM_HASH_ML_DSA_SHA384`.
    public static let hashMLDSASHA384 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA384)
    /// `CKM_HASH_ML_DSA_SHA512`.
    public static let hashMLDSASHA512 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA512)
    /// `CKM_HASH_ML_DSA_SHA3_224`.
    public static let hashMLDSASHA3_224 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA3_224)
    /// `CKM_HASH_ML_DSA_SHA3_256`.
    public static let hashMLDSASHA3_256 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA3_256)
    /// `CKM_HASH_ML_DSA_SHA3_384`.
    public static let hashMLDSASHA3_384 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA3_384)
    /// `CKM_HASH_ML_DSA_SHA3_512`.
    public static let hashMLDSASHA3_512 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHA3_512)
    /// `CKM_HASH_ML_DSA_SHAKE128`.
    public static let hashMLDSAShake128 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHAKE128)
    /// `CKM_HASH_ML_DSA_SHAKE256`.
    public static let hashMLDSAShake256 = MechanismType(rawValue: CKM_HASH_ML_DSA_SHAKE256)
    /// `CKM_SLH_DSA_KEY_PAIR_GEN`.
    public static let slhDSAKeyPairGen = MechanismType(rawValue: CKM_SLH_DSA_KEY_PAIR_GEN)
    /// `CKM_SLH_DSA`.
    public static let slhDSA = MechanismType(rawValue: CKM_SLH_DSA)
    /// `CKM_X9_42_DH_KEY_PAIR_GEN`.
    public static let x9_42DHKeyPairGen = MechanismType(rawValue: CKM_X9_42_DH_KEY_PAIR_GEN)
    /// `CKM_X9_42_DH_DERIVE`.
    public static let x9_42DHDerive = MechanismType(rawValue: CKM_X9_42_DH_DERIVE)
    /// `CKM_X9_42_DH_HYBRID_DERIVE`.
    public static let x9_42DHHybridDerive = MechanismType(rawValue: CKM_X9_42_DH_HYBRID_DERIVE)
    /// `CKM_X9_42_MQV_DERIVE`.
    public static let x9_42MqvDerive = MechanismType(rawValue: CKM_X9_42_MQV_DERIVE)
    /// `CKM_HASH_SLH_DSA`.
    public static let hashSLHDSA = MechanismType(rawValue: CKM_HASH_SLH_DSA)
    /// `CKM_HASH_SLH_DSA_SHA224`.
    public static let hashSLHDSASHA224 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA224)
    /// `CKM_HASH_SLH_DSA_SHA256`.
    public static let hashSLHDSASHA256 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA256)
    /// `CKM_HASH_SLH_DSA_SHA384`.
    public static let hashSLHDSASHA384 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA384)
    /// `CKM_HASH_SLH_DSA_SHA512`.
    public static let hashSLHDSASHA512 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA512)
    /// `CKM_HASH_SLH_DSA_SHA3_224`.
    public static let hashSLHDSASHA3_224 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA3_224)
    /// `CKM_HASH_SLH_DSA_SHA3_256`.
    public static let hashSLHDSASHA3_256 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA3_256)
    /// `CKM_HASH_SLH_DSA_SHA3_384`.
    public static let hashSLHDSASHA3_384 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA3_384)
    /// `CKM_HASH_SLH_DSA_SHA3_512`.
    public static let hashSLHDSASHA3_512 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHA3_512)
    /// `CKM_HASH_SLH_DSA_SHAKE128`.
    public static let hashSLHDSAShake128 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHAKE128)
    /// `CKM_HASH_SLH_DSA_SHAKE256`.
    public static let hashSLHDSAShake256 = MechanismType(rawValue: CKM_HASH_SLH_DSA_SHAKE256)
    /// `CKM_SHA256_RSA_PKCS`.
    public static let sha256RSAPKCS = MechanismType(rawValue: CKM_SHA256_RSA_PKCS)
    /// `CKM_SHA384_RSA_PKCS`.
    public static let sha384RSAPKCS = MechanismType(rawValue: CKM_SHA384_RSA_PKCS)
    /// `CKM_SHA512_RSA_PKCS`.
    public static let sha512RSAPKCS = MechanismType(rawValue: CKM_SHA512_RSA_PKCS)
    /// `CKM_SHA256_RSA_PKCS_PSS`.
    public static let sha256RSAPKCSPSS = MechanismType(rawValue: CKM_SHA256_RSA_PKCS_PSS)
    /// `CKM_SHA384_RSA_PKCS_PSS`.
    public static let sha384RSAPKCSPSS = MechanismType(rawValue: CKM_SHA384_RSA_PKCS_PSS)
    /// `CKM_SHA512_RSA_PKCS_PSS`.
    public static let sha512RSAPKCSPSS = MechanismType(rawValue: CKM_SHA512_RSA_PKCS_PSS)
    /// `CKM_SHA224_RSA_PKCS`.
    public static let sha224RSAPKCS = MechanismType(rawValue: CKM_SHA224_RSA_PKCS)
    /// `CKM_SHA224_RSA_PKCS_PSS`.
    public static let sha224RSAPKCSPSS = MechanismType(rawValue: CKM_SHA224_RSA_PKCS_PSS)
    /// `CKM_SHA512_224`.
    public static let sha512_224 = MechanismType(rawValue: CKM_SHA512_224)
    /// `CKM_SHA512_224_HMAC`.
    public static let sha512_224HMAC = MechanismType(rawValue: CKM_SHA512_224_HMAC)
    /// `CKM_SHA512_224_HMAC_GENERAL`.
    public static let sha512_224HMACGeneral = MechanismType(rawValue: CKM_SHA512_224_HMAC_GENERAL)
    /// `CKM_SHA512_224_KEY_DERIVATION`.
    public static let sha512_224KeyDerivation = MechanismType(rawValue: CKM_SHA512_224_KEY_DERIVATION)
    /// `CKM_SHA512_256`.
    public static let sha512_256 = MechanismType(rawValue: CKM_SHA512_256)
    /// `CKM_SHA512_256_HMAC`.
    public static let sha512_256HMAC = MechanismType(rawValue: CKM_SHA512_256_HMAC)
    /// `CKM_SHA512_256_HMAC_GENERAL`.
    public static let sha512_256HMACGeneral = MechanismType(rawValue: CKM_SHA512_256_HMAC_GENERAL)
    /// `CKM_SHA512_256_KEY_DERIVATION`.
    public static let sha512_256KeyDerivation = MechanismType(rawValue: CKM_SHA512_256_KEY_DERIVATION)
    /// `CKM_SHA512_T`.
    public static let sha512T = MechanismType(rawValue: CKM_SHA512_T)
    /// `CKM_SHA512_T_HMAC`.
    public static let sha512THMAC = MechanismType(rawValue: CKM_SHA512_T_HMAC)
    /// `CKM_SHA512_T_HMAC_GENERAL`.
    public static let sha512THMACGeneral = MechanismType(rawValue: CKM_SHA512_T_HMAC_GENERAL)
    /// `CKM_SHA512_T_KEY_DERIVATION`.
    public static let sha512TKeyDerivation = MechanismType(rawValue: CKM_SHA512_T_KEY_DERIVATION)
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE`.
    public static let tls12ExtendedMasterKeyDerive = MechanismType(rawValue: CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE)
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH`.
    public static let tls12ExtendedMasterKeyDeriveDH = MechanismType(rawValue: CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH)
    /// `CKM_SHA3_256_RSA_PKCS`.
    public static let sha3_256RSAPKCS = MechanismType(rawValue: CKM_SHA3_256_RSA_PKCS)
    /// `CKM_SHA3_384_RSA_PKCS`.
    public static let sha3_384RSAPKCS = MechanismType(rawValue: CKM_SHA3_384_RSA_PKCS)
    /// `CKM_SHA3_512_RSA_PKCS`.
    public static let sha3_512RSAPKCS = MechanismType(rawValue: CKM_SHA3_512_RSA_PKCS)
    /// `CKM_SHA3_256_RSA_PKCS_PSS`.
    public static let sha3_256RSAPKCSPSS = MechanismType(rawValue: CKM_SHA3_256_RSA_PKCS_PSS)
    /// `CKM_SHA3_384_RSA_PKCS_PSS`.
    public static let sha3_384RSAPKCSPSS = MechanismType(rawValue: CKM_SHA3_384_RSA_PKCS_PSS)
    /// `CKM_SHA3_512_RSA_PKCS_PSS`.
    public static let sha3_512RSAPKCSPSS = MechanismType(rawValue: CKM_SHA3_512_RSA_PKCS_PSS)
    /// `CKM_SHA3_224_RSA_PKCS`.
    public static let sha3_224RSAPKCS = MechanismType(rawValue: CKM_SHA3_224_RSA_PKCS)
    /// `CKM_SHA3_224_RSA_PKCS_PSS`.
    public static let sha3_224RSAPKCSPSS = MechanismType(rawValue: CKM_SHA3_224_RSA_PKCS_PSS)
    /// `CKM_RC2_KEY_GEN`.
    public static let rc2KeyGen = MechanismType(rawValue: CKM_RC2_KEY_GEN)
    /// `CKM_RC2_ECB`.
    public static let rc2ECB = MechanismType(rawValue: CKM_RC2_ECB)
    /// `CKM_RC2_CBC`.
    public static let rc2CBC = MechanismType(rawValue: CKM_RC2_CBC)
    /// `CKM_RC2_MAC`.
    public static let rc2MAC = MechanismType(rawValue: CKM_RC2_MAC)
    /// `CKM_RC2_MAC_GENERAL`.
    public static let rc2MACGeneral = MechanismType(rawValue: CKM_RC2_MAC_GENERAL)
    /// `CKM_RC2_CBC_PAD`.
    public static let rc2CBCPad = MechanismType(rawValue: CKM_RC2_CBC_PAD)
    /// `CKM_RC4_KEY_GEN`.
    public static let rc4KeyGen = MechanismType(rawValue: CKM_RC4_KEY_GEN)
    /// `CKM_RC4`.
    public static let rc4 = MechanismType(rawValue: CKM_RC4)
    /// `CKM_DES_KEY_GEN`.
    public static let desKeyGen = MechanismType(rawValue: CKM_DES_KEY_GEN)
    /// `CKM_DES_ECB`.
    public static let desECB = MechanismType(rawValue: CKM_DES_ECB)
    /// `CKM_DES_CBC`.
    public static let desCBC = MechanismType(rawValue: CKM_DES_CBC)
    /// `CKM_DES_MAC`.
    public static let desMAC = MechanismType(rawValue: CKM_DES_MAC)
    /// `CKM_DES_MAC_GENERAL`.
    public static let desMACGeneral = MechanismType(rawValue: CKM_DES_MAC_GENERAL)
    /// `CKM_DES_CBC_PAD`.
    public static let desCBCPad = MechanismType(rawValue: CKM_DES_CBC_PAD)
    /// `CKM_DES2_KEY_GEN`.
    public static let des2KeyGen = MechanismType(rawValue: CKM_DES2_KEY_GEN)
    /// `CKM_DES3_KEY_GEN`.
    public static let des3KeyGen = MechanismType(rawValue: CKM_DES3_KEY_GEN)
    /// `CKM_DES3_ECB`.
    public static let des3ECB = MechanismType(rawValue: CKM_DES3_ECB)
    /// `CKM_DES3_CBC`.
    public static let des3CBC = MechanismType(rawValue: CKM_DES3_CBC)
    /// `CKM_DES3_MAC`.
    public static let des3MAC = MechanismType(rawValue: CKM_DES3_MAC)
    /// `CKM_DES3_MAC_GENERAL`.
    public static let des3MACGeneral = MechanismType(rawValue: CKM_DES3_MAC_GENERAL)
    /// `CKM_DES3_CBC_PAD`.
    public static let des3CBCPad = MechanismType(rawValue: CKM_DES3_CBC_PAD)
    /// `CKM_DES3_CMAC_GENERAL`.
    public static let des3CMACGeneral = MechanismType(rawValue: CKM_DES3_CMAC_GENERAL)
    /// `CKM_DES3_CMAC`.
    public static let des3CMAC = MechanismType(rawValue: CKM_DES3_CMAC)
    /// `CKM_CDMF_KEY_GEN`.
    public static let cdmfKeyGen = MechanismType(rawValue: CKM_CDMF_KEY_GEN)
    /// `CKM_CDMF_ECB`.
    public static let cdmfECB = MechanismType(rawValue: CKM_CDMF_ECB)
    /// `CKM_CDMF_CBC`.
    public static let cdmfCBC = MechanismType(rawValue: CKM_CDMF_CBC)
    /// `CKM_CDMF_MAC`.
    public static let cdmfMAC = MechanismType(rawValue: CKM_CDMF_MAC)
    /// `CKM_CDMF_MAC_GENERAL`.
    public static let cdmfMACGeneral = MechanismType(rawValue: CKM_CDMF_MAC_GENERAL)
    /// `CKM_CDMF_CBC_PAD`.
    public static let cdmfCBCPad = MechanismType(rawValue: CKM_CDMF_CBC_PAD)
    /// `CKM_DES_OFB64`.
    public static let desOfb64 = MechanismType(rawValue: CKM_DES_OFB64)
    /// `CKM_DES_OFB8`.
    public static let desOfb8 = MechanismType(rawValue: CKM_DES_OFB8)
    /// `CKM_DES_CFB64`.
    public static let desCfb64 = MechanismType(rawValue: CKM_DES_CFB64)
    /// `CKM_DES_CFB8`.
    public static let desCfb8 = MechanismType(rawValue: CKM_DES_CFB8)
    /// `CKM_MD2`.
    public static let md2 = MechanismType(rawValue: CKM_MD2)
    /// `CKM_MD2_HMAC`.
    public static let md2HMAC = MechanismType(rawValue: CKM_MD2_HMAC)
    /// `CKM_MD2_HMAC_GENERAL`.
    public static let md2HMACGeneral = MechanismType(rawValue: CKM_MD2_HMAC_GENERAL)
    /// `CKM_MD5`.
    public static let md5 = MechanismType(rawValue: CKM_MD5)
    /// `CKM_MD5_HMAC`.
    public static let md5HMAC = MechanismType(rawValue: CKM_MD5_HMAC)
    /// `CKM_MD5_HMAC_GENERAL`.
    public static let md5HMACGeneral = MechanismType(rawValue: CKM_MD5_HMAC_GENERAL)
    /// `CKM_SHA_1`.
    public static let sha1 = MechanismType(rawValue: CKM_SHA_1)
    /// `CKM_SHA_1_HMAC`.
    public static let sha1HMAC = MechanismType(rawValue: CKM_SHA_1_HMAC)
    /// `CKM_SHA_1_HMAC_GENERAL`.
    public static let sha1HMACGeneral = MechanismType(rawValue: CKM_SHA_1_HMAC_GENERAL)
    /// `CKM_RIPEMD128`.
    public static let ripemd128 = MechanismType(rawValue: CKM_RIPEMD128)
    /// `CKM_RIPEMD128_HMAC`.
    public static let ripemd128HMAC = MechanismType(rawValue: CKM_RIPEMD128_HMAC)
    /// `CKM_RIPEMD128_HMAC_GENERAL`.
    public static let ripemd128HMACGeneral = MechanismType(rawValue: CKM_RIPEMD128_HMAC_GENERAL)
    /// `CKM_RIPEMD160`.
    public static let ripemd160 = MechanismType(rawValue: CKM_RIPEMD160)
    /// `CKM_RIPEMD160_HMAC`.
    public static let ripemd160HMAC = MechanismType(rawValue: CKM_RIPEMD160_HMAC)
    /// `CKM_RIPEMD160_HMAC_GENERAL`.
    public static let ripemd160HMACGeneral = MechanismType(rawValue: CKM_RIPEMD160_HMAC_GENERAL)
    /// `CKM_SHA256`.
    public static let sha256 = MechanismType(rawValue: CKM_SHA256)
    /// `CKM_SHA256_HMAC`.
    public static let sha256HMAC = MechanismType(rawValue: CKM_SHA256_HMAC)
    /// `CKM_SHA256_HMAC_GENERAL`.
    public static let sha256HMACGeneral = MechanismType(rawValue: CKM_SHA256_HMAC_GENERAL)
    /// `CKM_SHA224`.
    public static let sha224 = MechanismType(rawValue: CKM_SHA224)
    /// `CKM_SHA224_HMAC`.
    public static let sha224HMAC = MechanismType(rawValue: CKM_SHA224_HMAC)
    /// `CKM_SHA224_HMAC_GENERAL`.
    public static let sha224HMACGeneral = MechanismType(rawValue: CKM_SHA224_HMAC_GENERAL)
    /// `CKM_SHA384`.
    public static let sha384 = MechanismType(rawValue: CKM_SHA384)
    /// `CKM_SHA384_HMAC`.
    public static let sha384HMAC = MechanismType(rawValue: CKM_SHA384_HMAC)
    /// `CKM_SHA384_HMAC_GENERAL`.
    public static let sha384HMACGeneral = MechanismType(rawValue: CKM_SHA384_HMAC_GENERAL)
    /// `CKM_SHA512`.
    public static let sha512 = MechanismType(rawValue: CKM_SHA512)
    /// `CKM_SHA512_HMAC`.
    public static let sha512HMAC = MechanismType(rawValue: CKM_SHA512_HMAC)
    /// `CKM_SHA512_HMAC_GENERAL`.
    public static let sha512HMACGeneral = MechanismType(rawValue: CKM_SHA512_HMAC_GENERAL)
    /// `CKM_SECURID_KEY_GEN`.
    public static let securidKeyGen = MechanismType(rawValue: CKM_SECURID_KEY_GEN)
    /// `CKM_SECURID`.
    public static let securid = MechanismType(rawValue: CKM_SECURID)
    /// `CKM_HOTP_KEY_GEN`.
    public static let hotpKeyGen = MechanismType(rawValue: CKM_HOTP_KEY_GEN)
    /// `CKM_HOTP`.
    public static let hotp = MechanismType(rawValue: CKM_HOTP)
    /// `CKM_ACTI`.
    public static let acti = MechanismType(rawValue: CKM_ACTI)
    /// `CKM_ACTI_KEY_GEN`.
    public static let actiKeyGen = MechanismType(rawValue: CKM_ACTI_KEY_GEN)
    /// `CKM_SHA3_256`.
    public static let sha3_256 = MechanismType(rawValue: CKM_SHA3_256)
    /// `CKM_SHA3_256_HMAC`.
    public static let sha3_256HMAC = MechanismType(rawValue: CKM_SHA3_256_HMAC)
    /// `CKM_SHA3_256_HMAC_GENERAL`.
    public static let sha3_256HMACGeneral = MechanismType(rawValue: CKM_SHA3_256_HMAC_GENERAL)
    /// `CKM_SHA3_256_KEY_GEN`.
    public static let sha3_256KeyGen = MechanismType(rawValue: CKM_SHA3_256_KEY_GEN)
    /// `CKM_SHA3_224`.
    public static let sha3_224 = MechanismType(rawValue: CKM_SHA3_224)
    /// `CKM_SHA3_224_HMAC`.
    public static let sha3_224HMAC = MechanismType(rawValue: CKM_SHA3_224_HMAC)
    /// `CKM_SHA3_224_HMAC_GENERAL`.
    public static let sha3_224HMACGeneral = MechanismType(rawValue: CKM_SHA3_224_HMAC_GENERAL)
    /// `CKM_SHA3_224_KEY_GEN`.
    public static let sha3_224KeyGen = MechanismType(rawValue: CKM_SHA3_224_KEY_GEN)
    /// `CKM_SHA3_384`.
    public static let sha3_384 = MechanismType(rawValue: CKM_SHA3_384)
    /// `CKM_SHA3_384_HMAC`.
    public static let sha3_384HMAC = MechanismType(rawValue: CKM_SHA3_384_HMAC)
    /// `CKM_SHA3_384_HMAC_GENERAL`.
    public static let sha3_384HMACGeneral = MechanismType(rawValue: CKM_SHA3_384_HMAC_GENERAL)
    /// `CKM_SHA3_384_KEY_GEN`.
    public static let sha3_384KeyGen = MechanismType(rawValue: CKM_SHA3_384_KEY_GEN)
    /// `CKM_SHA3_512`.
    public static let sha3_512 = MechanismType(rawValue: CKM_SHA3_512)
    /// `CKM_SHA3_512_HMAC`.
    public static let sha3_512HMAC = MechanismType(rawValue: CKM_SHA3_512_HMAC)
    /// `CKM_SHA3_512_HMAC_GENERAL`.
    public static let sha3_512HMACGeneral = MechanismType(rawValue: CKM_SHA3_512_HMAC_GENERAL)
    /// `CKM_SHA3_512_KEY_GEN`.
    public static let sha3_512KeyGen = MechanismType(rawValue: CKM_SHA3_512_KEY_GEN)
    /// `CKM_CAST_KEY_GEN`.
    public static let castKeyGen = MechanismType(rawValue: CKM_CAST_KEY_GEN)
    /// `CKM_CAST_ECB`.
    public static let castECB = MechanismType(rawValue: CKM_CAST_ECB)
    /// `CKM_CAST_CBC`.
    public static let castCBC = MechanismType(rawValue: CKM_CAST_CBC)
    /// `CKM_CAST_MAC`.
    public static let castMAC = MechanismType(rawValue: CKM_CAST_MAC)
    /// `CKM_CAST_MAC_GENERAL`.
    public static let castMACGeneral = MechanismType(rawValue: CKM_CAST_MAC_GENERAL)
    /// `CKM_CAST_CBC_PAD`.
    public static let castCBCPad = MechanismType(rawValue: CKM_CAST_CBC_PAD)
    /// `CKM_CAST3_KEY_GEN`.
    public static let cast3KeyGen = MechanismType(rawValue: CKM_CAST3_KEY_GEN)
    /// `CKM_CAST3_ECB`.
    public static let cast3ECB = MechanismType(rawValue: CKM_CAST3_ECB)
    /// `CKM_CAST3_CBC`.
    public static let cast3CBC = MechanismType(rawValue: CKM_CAST3_CBC)
    /// `CKM_CAST3_MAC`.
    public static let cast3MAC = MechanismType(rawValue: CKM_CAST3_MAC)
    /// `CKM_CAST3_MAC_GENERAL`.
    public static let cast3MACGeneral = MechanismType(rawValue: CKM_CAST3_MAC_GENERAL)
    /// `CKM_CAST3_CBC_PAD`.
    public static let cast3CBCPad = MechanismType(rawValue: CKM_CAST3_CBC_PAD)
    /// `CKM_CAST128_KEY_GEN`.
    public static let cast128KeyGen = MechanismType(rawValue: CKM_CAST128_KEY_GEN)
    /// `CKM_CAST5_KEY_GEN`.
    public static let cast5KeyGen = MechanismType(rawValue: CKM_CAST5_KEY_GEN)
    /// `CKM_CAST128_ECB`.
    public static let cast128ECB = MechanismType(rawValue: CKM_CAST128_ECB)
    /// `CKM_CAST5_ECB`.
    public static let cast5ECB = MechanismType(rawValue: CKM_CAST5_ECB)
    /// `CKM_CAST128_CBC`.
    public static let cast128CBC = MechanismType(rawValue: CKM_CAST128_CBC)
    /// `CKM_CAST5_CBC`.
    public static let cast5CBC = MechanismType(rawValue: CKM_CAST5_CBC)
    /// `CKM_CAST128_MAC`.
    public static let cast128MAC = MechanismType(rawValue: CKM_CAST128_MAC)
    /// `CKM_CAST5_MAC`.
    public static let cast5MAC = MechanismType(rawValue: CKM_CAST5_MAC)
    /// `CKM_CAST128_MAC_GENERAL`.
    public static let cast128MACGeneral = MechanismType(rawValue: CKM_CAST128_MAC_GENERAL)
    /// `CKM_CAST5_MAC_GENERAL`.
    public static let cast5MACGeneral = MechanismType(rawValue: CKM_CAST5_MAC_GENERAL)
    /// `CKM_CAST128_CBC_PAD`.
    public static let cast128CBCPad = MechanismType(rawValue: CKM_CAST128_CBC_PAD)
    /// `CKM_CAST5_CBC_PAD`.
    public static let cast5CBCPad = MechanismType(rawValue: CKM_CAST5_CBC_PAD)
    /// `CKM_RC5_KEY_GEN`.
    public static let rc5KeyGen = MechanismType(rawValue: CKM_RC5_KEY_GEN)
    /// `CKM_RC5_ECB`.
    public static let rc5ECB = MechanismType(rawValue: CKM_RC5_ECB)
    /// `CKM_RC5_CBC`.
    public static let rc5CBC = MechanismType(rawValue: CKM_RC5_CBC)
    /// `CKM_RC5_MAC`.
    public static let rc5MAC = MechanismType(rawValue: CKM_RC5_MAC)
    /// `CKM_RC5_MAC_GENERAL`.
    public static let rc5MACGeneral = MechanismType(rawValue: CKM_RC5_MAC_GENERAL)
    /// `CKM_RC5_CBC_PAD`.
    public static let rc5CBCPad = MechanismType(rawValue: CKM_RC5_CBC_PAD)
    /// `CKM_IDEA_KEY_GEN`.
    public static let ideaKeyGen = MechanismType(rawValue: CKM_IDEA_KEY_GEN)
    /// `CKM_IDEA_ECB`.
    public static let ideaECB = MechanismType(rawValue: CKM_IDEA_ECB)
    /// `CKM_IDEA_CBC`.
    public static let ideaCBC = MechanismType(rawValue: CKM_IDEA_CBC)
    /// `CKM_IDEA_MAC`.
    public static let ideaMAC = MechanismType(rawValue: CKM_IDEA_MAC)
    /// `CKM_IDEA_MAC_GENERAL`.
    public static let ideaMACGeneral = MechanismType(rawValue: CKM_IDEA_MAC_GENERAL)
    /// `CKM_IDEA_CBC_PAD`.
    public static let ideaCBCPad = MechanismType(rawValue: CKM_IDEA_CBC_PAD)
    /// `CKM_GENERIC_SECRET_KEY_GEN`.
    public static let genericSecretKeyGen = MechanismType(rawValue: CKM_GENERIC_SECRET_KEY_GEN)
    /// `CKM_CONCATENATE_BASE_AND_KEY`.
    public static let concatenateBaseAndKey = MechanismType(rawValue: CKM_CONCATENATE_BASE_AND_KEY)
    /// `CKM_CONCATENATE_BASE_AND_DATA`.
    public static let concatenateBaseAndData = MechanismType(rawValue: CKM_CONCATENATE_BASE_AND_DATA)
    /// `CKM_CONCATENATE_DATA_AND_BASE`.
    public static let concatenateDataAndBase = MechanismType(rawValue: CKM_CONCATENATE_DATA_AND_BASE)
    /// `CKM_XOR_BASE_AND_DATA`.
    public static let xorBaseAndData = MechanismType(rawValue: CKM_XOR_BASE_AND_DATA)
    /// `CKM_EXTRACT_KEY_FROM_KEY`.
    public static let extractKeyFromKey = MechanismType(rawValue: CKM_EXTRACT_KEY_FROM_KEY)
    /// `CKM_SSL3_PRE_MASTER_KEY_GEN`.
    public static let ssl3PreMasterKeyGen = MechanismType(rawValue: CKM_SSL3_PRE_MASTER_KEY_GEN)
    /// `CKM_SSL3_MASTER_KEY_DERIVE`.
    public static let ssl3MasterKeyDerive = MechanismType(rawValue: CKM_SSL3_MASTER_KEY_DERIVE)
    /// `CKM_SSL3_KEY_AND_MAC_DERIVE`.
    public static let ssl3KeyAndMACDerive = MechanismType(rawValue: CKM_SSL3_KEY_AND_MAC_DERIVE)
    /// `CKM_SSL3_MASTER_KEY_DERIVE_DH`.
    public static let ssl3MasterKeyDeriveDH = MechanismType(rawValue: CKM_SSL3_MASTER_KEY_DERIVE_DH)
    /// `CKM_TLS_PRE_MASTER_KEY_GEN`.
    public static let tlsPreMasterKeyGen = MechanismType(rawValue: CKM_TLS_PRE_MASTER_KEY_GEN)
    /// `CKM_TLS_MASTER_KEY_DERIVE`.
    public static let tlsMasterKeyDerive = MechanismType(rawValue: CKM_TLS_MASTER_KEY_DERIVE)
    /// `CKM_TLS_KEY_AND_MAC_DERIVE`.
    public static let tlsKeyAndMACDerive = MechanismType(rawValue: CKM_TLS_KEY_AND_MAC_DERIVE)
    /// `CKM_TLS_MASTER_KEY_DERIVE_DH`.
    public static let tlsMasterKeyDeriveDH = MechanismType(rawValue: CKM_TLS_MASTER_KEY_DERIVE_DH)
    /// `CKM_TLS_PRF`.
    public static let tlsPRF = MechanismType(rawValue: CKM_TLS_PRF)
    /// `CKM_SSL3_MD5_MAC`.
    public static let ssl3MD5MAC = MechanismType(rawValue: CKM_SSL3_MD5_MAC)
    /// `CKM_SSL3_SHA1_MAC`.
    public static let ssl3SHA1MAC = MechanismType(rawValue: CKM_SSL3_SHA1_MAC)
    /// `CKM_MD5_KEY_DERIVATION`.
    public static let md5KeyDerivation = MechanismType(rawValue: CKM_MD5_KEY_DERIVATION)
    /// `CKM_MD2_KEY_DERIVATION`.
    public static let md2KeyDerivation = MechanismType(rawValue: CKM_MD2_KEY_DERIVATION)
    /// `CKM_SHA1_KEY_DERIVATION`.
    public static let sha1KeyDerivation = MechanismType(rawValue: CKM_SHA1_KEY_DERIVATION)
    /// `CKM_SHA256_KEY_DERIVATION`.
    public static let sha256KeyDerivation = MechanismType(rawValue: CKM_SHA256_KEY_DERIVATION)
    /// `CKM_SHA384_KEY_DERIVATION`.
    public static let sha384KeyDerivation = MechanismType(rawValue: CKM_SHA384_KEY_DERIVATION)
    /// `CKM_SHA512_KEY_DERIVATION`.
    public static let sha512KeyDerivation = MechanismType(rawValue: CKM_SHA512_KEY_DERIVATION)
    /// `CKM_SHA224_KEY_DERIVATION`.
    public static let sha224KeyDerivation = MechanismType(rawValue: CKM_SHA224_KEY_DERIVATION)
    /// `CKM_SHA3_256_KEY_DERIVATION`.
    public static let sha3_256KeyDerivation = MechanismType(rawValue: CKM_SHA3_256_KEY_DERIVATION)
    /// `CKM_SHA3_256_KEY_DERIVE`.
    public static let sha3_256KeyDerive = MechanismType(rawValue: CKM_SHA3_256_KEY_DERIVE)
    /// `CKM_SHA3_224_KEY_DERIVATION`.
    public static let sha3_224KeyDerivation = MechanismType(rawValue: CKM_SHA3_224_KEY_DERIVATION)
    /// `CKM_SHA3_224_KEY_DERIVE`.
    public static let sha3_224KeyDerive = MechanismType(rawValue: CKM_SHA3_224_KEY_DERIVE)
    /// `CKM_SHA3_384_KEY_DERIVATION`.
    public static let sha3_384KeyDerivation = MechanismType(rawValue: CKM_SHA3_384_KEY_DERIVATION)
    /// `CKM_SHA3_384_KEY_DERIVE`.
    public static let sha3_384KeyDerive = MechanismType(rawValue: CKM_SHA3_384_KEY_DERIVE)
    /// `CKM_SHA3_512_KEY_DERIVATION`.
    public static let sha3_512KeyDerivation = MechanismType(rawValue: CKM_SHA3_512_KEY_DERIVATION)
    /// `CKM_SHA3_512_KEY_DERIVE`.
    public static let sha3_512KeyDerive = MechanismType(rawValue: CKM_SHA3_512_KEY_DERIVE)
    /// `CKM_SHAKE_128_KEY_DERIVATION`.
    public static let shake128KeyDerivation = MechanismType(rawValue: CKM_SHAKE_128_KEY_DERIVATION)
    /// `CKM_SHAKE_128_KEY_DERIVE`.
    public static let shake128KeyDerive = MechanismType(rawValue: CKM_SHAKE_128_KEY_DERIVE)
    /// `CKM_SHAKE_256_KEY_DERIVATION`.
    public static let shake256KeyDerivation = MechanismType(rawValue: CKM_SHAKE_256_KEY_DERIVATION)
    /// `CKM_SHAKE_256_KEY_DERIVE`.
    public static let shake256KeyDerive = MechanismType(rawValue: CKM_SHAKE_256_KEY_DERIVE)
    /// `CKM_PBE_MD2_DES_CBC`.
    public static let pbeMD2DESCBC = MechanismType(rawValue: CKM_PBE_MD2_DES_CBC)
    /// `CKM_PBE_MD5_DES_CBC`.
    public static let pbeMD5DESCBC = MechanismType(rawValue: CKM_PBE_MD5_DES_CBC)
    /// `CKM_PBE_MD5_CAST_CBC`.
    public static let pbeMD5CASTCBC = MechanismType(rawValue: CKM_PBE_MD5_CAST_CBC)
    /// `CKM_PBE_MD5_CAST3_CBC`.
    public static let pbeMD5CAST3CBC = MechanismType(rawValue: CKM_PBE_MD5_CAST3_CBC)
    /// `CKM_PBE_MD5_CAST128_CBC`.
    public static let pbeMD5CAST128CBC = MechanismType(rawValue: CKM_PBE_MD5_CAST128_CBC)
    /// `CKM_PBE_MD5_CAST5_CBC`.
    public static let pbeMD5CAST5CBC = MechanismType(rawValue: CKM_PBE_MD5_CAST5_CBC)
    /// `CKM_PBE_SHA1_CAST128_CBC`.
    public static let pbeSHA1CAST128CBC = MechanismType(rawValue: CKM_PBE_SHA1_CAST128_CBC)
    /// `CKM_PBE_SHA1_CAST5_CBC`.
    public static let pbeSHA1CAST5CBC = MechanismType(rawValue: CKM_PBE_SHA1_CAST5_CBC)
    /// `CKM_PBE_SHA1_RC4_128`.
    public static let pbeSHA1RC4_128 = MechanismType(rawValue: CKM_PBE_SHA1_RC4_128)
    /// `CKM_PBE_SHA1_RC4_40`.
    public static let pbeSHA1RC4_40 = MechanismType(rawValue: CKM_PBE_SHA1_RC4_40)
    /// `CKM_PBE_SHA1_DES3_EDE_CBC`.
    public static let pbeSHA1DES3EdeCBC = MechanismType(rawValue: CKM_PBE_SHA1_DES3_EDE_CBC)
    /// `CKM_PBE_SHA1_DES2_EDE_CBC`.
    public static let pbeSHA1DES2EdeCBC = MechanismType(rawValue: CKM_PBE_SHA1_DES2_EDE_CBC)
    /// `CKM_PBE_SHA1_RC2_128_CBC`.
    public static let pbeSHA1RC2_128CBC = MechanismType(rawValue: CKM_PBE_SHA1_RC2_128_CBC)
    /// `CKM_PBE_SHA1_RC2_40_CBC`.
    public static let pbeSHA1RC2_40CBC = MechanismType(rawValue: CKM_PBE_SHA1_RC2_40_CBC)
    /// `CKM_SP800_108_COUNTER_KDF`.
    public static let sp800_108CounterKDF = MechanismType(rawValue: CKM_SP800_108_COUNTER_KDF)
    /// `CKM_SP800_108_FEEDBACK_KDF`.
    public static let sp800_108FeedbackKDF = MechanismType(rawValue: CKM_SP800_108_FEEDBACK_KDF)
    /// `CKM_SP800_108_DOUBLE_PIPELINE_KDF`.
    public static let sp800_108DoublePipelineKDF = MechanismType(rawValue: CKM_SP800_108_DOUBLE_PIPELINE_KDF)
    /// `CKM_PKCS5_PBKD2`.
    public static let pkcs5PBKD2 = MechanismType(rawValue: CKM_PKCS5_PBKD2)
    /// `CKM_PBA_SHA1_WITH_SHA1_HMAC`.
    public static let pbaSHA1WithSHA1HMAC = MechanismType(rawValue: CKM_PBA_SHA1_WITH_SHA1_HMAC)
    /// `CKM_WTLS_PRE_MASTER_KEY_GEN`.
    public static let wtlsPreMasterKeyGen = MechanismType(rawValue: CKM_WTLS_PRE_MASTER_KEY_GEN)
    /// `CKM_WTLS_MASTER_KEY_DERIVE`.
    public static let wtlsMasterKeyDerive = MechanismType(rawValue: CKM_WTLS_MASTER_KEY_DERIVE)
    /// `CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC`.
    public static let wtlsMasterKeyDeriveDHEcc = MechanismType(rawValue: CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC)
    /// `CKM_WTLS_PRF`.
    public static let wtlsPRF = MechanismType(rawValue: CKM_WTLS_PRF)
    /// `CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE`.
    public static let wtlsServerKeyAndMACDerive = MechanismType(rawValue: CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE)
    /// `CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE`.
    public static let wtlsClientKeyAndMACDerive = MechanismType(rawValue: CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE)
    /// `CKM_TLS10_MAC_SERVER`.
    public static let tls10MACServer = MechanismType(rawValue: CKM_TLS10_MAC_SERVER)
    /// `CKM_TLS10_MAC_CLIENT`.
    public static let tls10MACClient = MechanismType(rawValue: CKM_TLS10_MAC_CLIENT)
    /// `CKM_TLS12_MAC`.
    public static let tls12MAC = MechanismType(rawValue: CKM_TLS12_MAC)
    /// `CKM_TLS12_KDF`.
    public static let tls12KDF = MechanismType(rawValue: CKM_TLS12_KDF)
    /// `CKM_TLS12_MASTER_KEY_DERIVE`.
    public static let tls12MasterKeyDerive = MechanismType(rawValue: CKM_TLS12_MASTER_KEY_DERIVE)
    /// `CKM_TLS12_KEY_AND_MAC_DERIVE`.
    public static let tls12KeyAndMACDerive = MechanismType(rawValue: CKM_TLS12_KEY_AND_MAC_DERIVE)
    /// `CKM_TLS12_MASTER_KEY_DERIVE_DH`.
    public static let tls12MasterKeyDeriveDH = MechanismType(rawValue: CKM_TLS12_MASTER_KEY_DERIVE_DH)
    /// `CKM_TLS12_KEY_SAFE_DERIVE`.
    public static let tls12KeySafeDerive = MechanismType(rawValue: CKM_TLS12_KEY_SAFE_DERIVE)
    /// `CKM_TLS_MAC`.
    public static let tlsMAC = MechanismType(rawValue: CKM_TLS_MAC)
    /// `CKM_TLS_KDF`.
    public static let tlsKDF = MechanismType(rawValue: CKM_TLS_KDF)
    /// `CKM_KEY_WRAP_LYNKS`.
    public static let keyWrapLynks = MechanismType(rawValue: CKM_KEY_WRAP_LYNKS)
    /// `CKM_KEY_WRAP_SET_OAEP`.
    public static let keyWrapSetOAEP = MechanismType(rawValue: CKM_KEY_WRAP_SET_OAEP)
    /// `CKM_CMS_SIG`.
    public static let cmsSig = MechanismType(rawValue: CKM_CMS_SIG)
    /// `CKM_KIP_DERIVE`.
    public static let kipDerive = MechanismType(rawValue: CKM_KIP_DERIVE)
    /// `CKM_KIP_WRAP`.
    public static let kipWrap = MechanismType(rawValue: CKM_KIP_WRAP)
    /// `CKM_KIP_MAC`.
    public static let kipMAC = MechanismType(rawValue: CKM_KIP_MAC)
    /// `CKM_CAMELLIA_KEY_GEN`.
    public static let camelliaKeyGen = MechanismType(rawValue: CKM_CAMELLIA_KEY_GEN)
    /// `CKM_CAMELLIA_ECB`.
    public static let camelliaECB = MechanismType(rawValue: CKM_CAMELLIA_ECB)
    /// `CKM_CAMELLIA_CBC`.
    public static let camelliaCBC = MechanismType(rawValue: CKM_CAMELLIA_CBC)
    /// `CKM_CAMELLIA_MAC`.
    public static let camelliaMAC = MechanismType(rawValue: CKM_CAMELLIA_MAC)
    /// `CKM_CAMELLIA_MAC_GENERAL`.
    public static let camelliaMACGeneral = MechanismType(rawValue: CKM_CAMELLIA_MAC_GENERAL)
    /// `CKM_CAMELLIA_CBC_PAD`.
    public static let camelliaCBCPad = MechanismType(rawValue: CKM_CAMELLIA_CBC_PAD)
    /// `CKM_CAMELLIA_ECB_ENCRYPT_DATA`.
    public static let camelliaECBEncryptData = MechanismType(rawValue: CKM_CAMELLIA_ECB_ENCRYPT_DATA)
    /// `CKM_CAMELLIA_CBC_ENCRYPT_DATA`.
    public static let camelliaCBCEncryptData = MechanismType(rawValue: CKM_CAMELLIA_CBC_ENCRYPT_DATA)
    /// `CKM_CAMELLIA_CTR`.
    public static let camelliaCTR = MechanismType(rawValue: CKM_CAMELLIA_CTR)
    /// `CKM_ARIA_KEY_GEN`.
    public static let ariaKeyGen = MechanismType(rawValue: CKM_ARIA_KEY_GEN)
    /// `CKM_ARIA_ECB`.
    public static let ariaECB = MechanismType(rawValue: CKM_ARIA_ECB)
    /// `CKM_ARIA_CBC`.
    public static let ariaCBC = MechanismType(rawValue: CKM_ARIA_CBC)
    /// `CKM_ARIA_MAC`.
    public static let ariaMAC = MechanismType(rawValue: CKM_ARIA_MAC)
    /// `CKM_ARIA_MAC_GENERAL`.
    public static let ariaMACGeneral = MechanismType(rawValue: CKM_ARIA_MAC_GENERAL)
    /// `CKM_ARIA_CBC_PAD`.
    public static let ariaCBCPad = MechanismType(rawValue: CKM_ARIA_CBC_PAD)
    /// `CKM_ARIA_ECB_ENCRYPT_DATA`.
    public static let ariaECBEncryptData = MechanismType(rawValue: CKM_ARIA_ECB_ENCRYPT_DATA)
    /// `CKM_ARIA_CBC_ENCRYPT_DATA`.
    public static let ariaCBCEncryptData = MechanismType(rawValue: CKM_ARIA_CBC_ENCRYPT_DATA)
    /// `CKM_SEED_KEY_GEN`.
    public static let seedKeyGen = MechanismType(rawValue: CKM_SEED_KEY_GEN)
    /// `CKM_SEED_ECB`.
    public static let seedECB = MechanismType(rawValue: CKM_SEED_ECB)
    /// `CKM_SEED_CBC`.
    public static let seedCBC = MechanismType(rawValue: CKM_SEED_CBC)
    /// `CKM_SEED_MAC`.
    public static let seedMAC = MechanismType(rawValue: CKM_SEED_MAC)
    /// `CKM_SEED_MAC_GENERAL`.
    public static let seedMACGeneral = MechanismType(rawValue: CKM_SEED_MAC_GENERAL)
    /// `CKM_SEED_CBC_PAD`.
    public static let seedCBCPad = MechanismType(rawValue: CKM_SEED_CBC_PAD)
    /// `CKM_SEED_ECB_ENCRYPT_DATA`.
    public static let seedECBEncryptData = MechanismType(rawValue: CKM_SEED_ECB_ENCRYPT_DATA)
    /// `CKM_SEED_CBC_ENCRYPT_DATA`.
    public static let seedCBCEncryptData = MechanismType(rawValue: CKM_SEED_CBC_ENCRYPT_DATA)
    /// `CKM_SKIPJACK_KEY_GEN`.
    public static let skipjackKeyGen = MechanismType(rawValue: CKM_SKIPJACK_KEY_GEN)
    /// `CKM_SKIPJACK_ECB64`.
    public static let skipjackEcb64 = MechanismType(rawValue: CKM_SKIPJACK_ECB64)
    /// `CKM_SKIPJACK_CBC64`.
    public static let skipjackCbc64 = MechanismType(rawValue: CKM_SKIPJACK_CBC64)
    /// `CKM_SKIPJACK_OFB64`.
    public static let skipjackOfb64 = MechanismType(rawValue: CKM_SKIPJACK_OFB64)
    /// `CKM_SKIPJACK_CFB64`.
    public static let skipjackCfb64 = MechanismType(rawValue: CKM_SKIPJACK_CFB64)
    /// `CKM_SKIPJACK_CFB32`.
    public static let skipjackCfb32 = MechanismType(rawValue: CKM_SKIPJACK_CFB32)
    /// `CKM_SKIPJACK_CFB16`.
    public static let skipjackCfb16 = MechanismType(rawValue: CKM_SKIPJACK_CFB16)
    /// `CKM_SKIPJACK_CFB8`.
    public static let skipjackCfb8 = MechanismType(rawValue: CKM_SKIPJACK_CFB8)
    /// `CKM_SKIPJACK_WRAP`.
    public static let skipjackWrap = MechanismType(rawValue: CKM_SKIPJACK_WRAP)
    /// `CKM_SKIPJACK_PRIVATE_WRAP`.
    public static let skipjackPrivateWrap = MechanismType(rawValue: CKM_SKIPJACK_PRIVATE_WRAP)
    /// `CKM_SKIPJACK_RELAYX`.
    public static let skipjackRelayx = MechanismType(rawValue: CKM_SKIPJACK_RELAYX)
    /// `CKM_KEA_KEY_PAIR_GEN`.
    public static let keaKeyPairGen = MechanismType(rawValue: CKM_KEA_KEY_PAIR_GEN)
    /// `CKM_KEA_KEY_DERIVE`.
    public static let keaKeyDerive = MechanismType(rawValue: CKM_KEA_KEY_DERIVE)
    /// `CKM_KEA_DERIVE`.
    public static let keaDerive = MechanismType(rawValue: CKM_KEA_DERIVE)
    /// `CKM_FORTEZZA_TIMESTAMP`.
    public static let fortezzaTimestamp = MechanismType(rawValue: CKM_FORTEZZA_TIMESTAMP)
    /// `CKM_BATON_KEY_GEN`.
    public static let batonKeyGen = MechanismType(rawValue: CKM_BATON_KEY_GEN)
    /// `CKM_BATON_ECB128`.
    public static let batonEcb128 = MechanismType(rawValue: CKM_BATON_ECB128)
    /// `CKM_BATON_ECB96`.
    public static let batonEcb96 = MechanismType(rawValue: CKM_BATON_ECB96)
    /// `CKM_BATON_CBC128`.
    public static let batonCbc128 = MechanismType(rawValue: CKM_BATON_CBC128)
    /// `CKM_BATON_COUNTER`.
    public static let batonCounter = MechanismType(rawValue: CKM_BATON_COUNTER)
    /// `CKM_BATON_SHUFFLE`.
    public static let batonShuffle = MechanismType(rawValue: CKM_BATON_SHUFFLE)
    /// `CKM_BATON_WRAP`.
    public static let batonWrap = MechanismType(rawValue: CKM_BATON_WRAP)
    /// `CKM_ECDSA_KEY_PAIR_GEN`.
    public static let ecdsaKeyPairGen = MechanismType(rawValue: CKM_ECDSA_KEY_PAIR_GEN)
    /// `CKM_EC_KEY_PAIR_GEN`.
    public static let ecKeyPairGen = MechanismType(rawValue: CKM_EC_KEY_PAIR_GEN)
    /// `CKM_ECDSA`.
    public static let ecdsa = MechanismType(rawValue: CKM_ECDSA)
    /// `CKM_ECDSA_SHA1`.
    public static let ecdsaSHA1 = MechanismType(rawValue: CKM_ECDSA_SHA1)
    /// `CKM_ECDSA_SHA224`.
    public static let ecdsaSHA224 = MechanismType(rawValue: CKM_ECDSA_SHA224)
    /// `CKM_ECDSA_SHA256`.
    public static let ecdsaSHA256 = MechanismType(rawValue: CKM_ECDSA_SHA256)
    /// `CKM_ECDSA_SHA384`.
    public static let ecdsaSHA384 = MechanismType(rawValue: CKM_ECDSA_SHA384)
    /// `CKM_ECDSA_SHA512`.
    public static let ecdsaSHA512 = MechanismType(rawValue: CKM_ECDSA_SHA512)
    /// `CKM_ECDSA_SHA3_224`.
    public static let ecdsaSHA3_224 = MechanismType(rawValue: CKM_ECDSA_SHA3_224)
    /// `CKM_ECDSA_SHA3_256`.
    public static let ecdsaSHA3_256 = MechanismType(rawValue: CKM_ECDSA_SHA3_256)
    /// `CKM_ECDSA_SHA3_384`.
    public static let ecdsaSHA3_384 = MechanismType(rawValue: CKM_ECDSA_SHA3_384)
    /// `CKM_ECDSA_SHA3_512`.
    public static let ecdsaSHA3_512 = MechanismType(rawValue: CKM_ECDSA_SHA3_512)
    /// `CKM_ECDH1_DERIVE`.
    public static let ecdh1Derive = MechanismType(rawValue: CKM_ECDH1_DERIVE)
    /// `CKM_ECDH1_COFACTOR_DERIVE`.
    public static let ecdh1CofactorDerive = MechanismType(rawValue: CKM_ECDH1_COFACTOR_DERIVE)
    /// `CKM_ECMQV_DERIVE`.
    public static let ecmqvDerive = MechanismType(rawValue: CKM_ECMQV_DERIVE)
    /// `CKM_ECDH_AES_KEY_WRAP`.
    public static let ecdhAESKeyWrap = MechanismType(rawValue: CKM_ECDH_AES_KEY_WRAP)
    /// `CKM_RSA_AES_KEY_WRAP`.
    public static let rsaAESKeyWrap = MechanismType(rawValue: CKM_RSA_AES_KEY_WRAP)
    /// `CKM_EC_EDWARDS_KEY_PAIR_GEN`.
    public static let ecEdwardsKeyPairGen = MechanismType(rawValue: CKM_EC_EDWARDS_KEY_PAIR_GEN)
    /// `CKM_EC_MONTGOMERY_KEY_PAIR_GEN`.
    public static let ecMontgomeryKeyPairGen = MechanismType(rawValue: CKM_EC_MONTGOMERY_KEY_PAIR_GEN)
    /// `CKM_EDDSA`.
    public static let eddsa = MechanismType(rawValue: CKM_EDDSA)
    /// `CKM_JUNIPER_KEY_GEN`.
    public static let juniperKeyGen = MechanismType(rawValue: CKM_JUNIPER_KEY_GEN)
    /// `CKM_JUNIPER_ECB128`.
    public static let juniperEcb128 = MechanismType(rawValue: CKM_JUNIPER_ECB128)
    /// `CKM_JUNIPER_CBC128`.
    public static let juniperCbc128 = MechanismType(rawValue: CKM_JUNIPER_CBC128)
    /// `CKM_JUNIPER_COUNTER`.
    public static let juniperCounter = MechanismType(rawValue: CKM_JUNIPER_COUNTER)
    /// `CKM_JUNIPER_SHUFFLE`.
    public static let juniperShuffle = MechanismType(rawValue: CKM_JUNIPER_SHUFFLE)
    /// `CKM_JUNIPER_WRAP`.
    public static let juniperWrap = MechanismType(rawValue: CKM_JUNIPER_WRAP)
    /// `CKM_FASTHASH`.
    public static let fasthash = MechanismType(rawValue: CKM_FASTHASH)
    /// `CKM_AES_XTS`.
    public static let aesXTS = MechanismType(rawValue: CKM_AES_XTS)
    /// `CKM_AES_XTS_KEY_GEN`.
    public static let aesXTSKeyGen = MechanismType(rawValue: CKM_AES_XTS_KEY_GEN)
    /// `CKM_AES_KEY_GEN`.
    public static let aesKeyGen = MechanismType(rawValue: CKM_AES_KEY_GEN)
    /// `CKM_AES_ECB`.
    public static let aesECB = MechanismType(rawValue: CKM_AES_ECB)
    /// `CKM_AES_CBC`.
    public static let aesCBC = MechanismType(rawValue: CKM_AES_CBC)
    /// `CKM_AES_MAC`.
    public static let aesMAC = MechanismType(rawValue: CKM_AES_MAC)
    /// `CKM_AES_MAC_GENERAL`.
    public static let aesMACGeneral = MechanismType(rawValue: CKM_AES_MAC_GENERAL)
    /// `CKM_AES_CBC_PAD`.
    public static let aesCBCPad = MechanismType(rawValue: CKM_AES_CBC_PAD)
    /// `CKM_AES_CTR`.
    public static let aesCTR = MechanismType(rawValue: CKM_AES_CTR)
    /// `CKM_AES_GCM`.
    public static let aesGCM = MechanismType(rawValue: CKM_AES_GCM)
    /// `CKM_AES_CCM`.
    public static let aesCCM = MechanismType(rawValue: CKM_AES_CCM)
    /// `CKM_AES_CTS`.
    public static let aesCts = MechanismType(rawValue: CKM_AES_CTS)
    /// `CKM_AES_CMAC`.
    public static let aesCMAC = MechanismType(rawValue: CKM_AES_CMAC)
    /// `CKM_AES_CMAC_GENERAL`.
    public static let aesCMACGeneral = MechanismType(rawValue: CKM_AES_CMAC_GENERAL)
    /// `CKM_AES_XCBC_MAC`.
    public static let aesXcbcMAC = MechanismType(rawValue: CKM_AES_XCBC_MAC)
    /// `CKM_AES_XCBC_MAC_96`.
    public static let aesXcbcMAC96 = MechanismType(rawValue: CKM_AES_XCBC_MAC_96)
    /// `CKM_AES_GMAC`.
    public static let aesGMAC = MechanismType(rawValue: CKM_AES_GMAC)
    /// `CKM_BLOWFISH_KEY_GEN`.
    public static let blowfishKeyGen = MechanismType(rawValue: CKM_BLOWFISH_KEY_GEN)
    /// `CKM_BLOWFISH_CBC`.
    public static let blowfishCBC = MechanismType(rawValue: CKM_BLOWFISH_CBC)
    /// `CKM_TWOFISH_KEY_GEN`.
    public static let twofishKeyGen = MechanismType(rawValue: CKM_TWOFISH_KEY_GEN)
    /// `CKM_TWOFISH_CBC`.
    public static let twofishCBC = MechanismType(rawValue: CKM_TWOFISH_CBC)
    /// `CKM_BLOWFISH_CBC_PAD`.
    public static let blowfishCBCPad = MechanismType(rawValue: CKM_BLOWFISH_CBC_PAD)
    /// `CKM_TWOFISH_CBC_PAD`.
    public static let twofishCBCPad = MechanismType(rawValue: CKM_TWOFISH_CBC_PAD)
    /// `CKM_DES_ECB_ENCRYPT_DATA`.
    public static let desECBEncryptData = MechanismType(rawValue: CKM_DES_ECB_ENCRYPT_DATA)
    /// `CKM_DES_CBC_ENCRYPT_DATA`.
    public static let desCBCEncryptData = MechanismType(rawValue: CKM_DES_CBC_ENCRYPT_DATA)
    /// `CKM_DES3_ECB_ENCRYPT_DATA`.
    public static let des3ECBEncryptData = MechanismType(rawValue: CKM_DES3_ECB_ENCRYPT_DATA)
    /// `CKM_DES3_CBC_ENCRYPT_DATA`.
    public static let des3CBCEncryptData = MechanismType(rawValue: CKM_DES3_CBC_ENCRYPT_DATA)
    /// `CKM_AES_ECB_ENCRYPT_DATA`.
    public static let aesECBEncryptData = MechanismType(rawValue: CKM_AES_ECB_ENCRYPT_DATA)
    /// `CKM_AES_CBC_ENCRYPT_DATA`.
    public static let aesCBCEncryptData = MechanismType(rawValue: CKM_AES_CBC_ENCRYPT_DATA)
    /// `CKM_GOSTR3410_KEY_PAIR_GEN`.
    public static let gostr3410KeyPairGen = MechanismType(rawValue: CKM_GOSTR3410_KEY_PAIR_GEN)
    /// `CKM_GOSTR3410`.
    public static let gostr3410 = MechanismType(rawValue: CKM_GOSTR3410)
    /// `CKM_GOSTR3410_WITH_GOSTR3411`.
    public static let gostr3410WithGOSTR3411 = MechanismType(rawValue: CKM_GOSTR3410_WITH_GOSTR3411)
    /// `CKM_GOSTR3410_KEY_WRAP`.
    public static let gostr3410KeyWrap = MechanismType(rawValue: CKM_GOSTR3410_KEY_WRAP)
    /// `CKM_GOSTR3410_DERIVE`.
    public static let gostr3410Derive = MechanismType(rawValue: CKM_GOSTR3410_DERIVE)
    /// `CKM_GOSTR3411`.
    public static let gostr3411 = MechanismType(rawValue: CKM_GOSTR3411)
    /// `CKM_GOSTR3411_HMAC`.
    public static let gostr3411HMAC = MechanismType(rawValue: CKM_GOSTR3411_HMAC)
    /// `CKM_GOST28147_KEY_GEN`.
    public static let gost28147KeyGen = MechanismType(rawValue: CKM_GOST28147_KEY_GEN)
    /// `CKM_GOST28147_ECB`.
    public static let gost28147ECB = MechanismType(rawValue: CKM_GOST28147_ECB)
    /// `CKM_GOST28147`.
    public static let gost28147 = MechanismType(rawValue: CKM_GOST28147)
    /// `CKM_GOST28147_MAC`.
    public static let gost28147MAC = MechanismType(rawValue: CKM_GOST28147_MAC)
    /// `CKM_GOST28147_KEY_WRAP`.
    public static let gost28147KeyWrap = MechanismType(rawValue: CKM_GOST28147_KEY_WRAP)
    /// `CKM_CHACHA20_KEY_GEN`.
    public static let chacha20KeyGen = MechanismType(rawValue: CKM_CHACHA20_KEY_GEN)
    /// `CKM_CHACHA20`.
    public static let chacha20 = MechanismType(rawValue: CKM_CHACHA20)
    /// `CKM_POLY1305_KEY_GEN`.
    public static let poly1305KeyGen = MechanismType(rawValue: CKM_POLY1305_KEY_GEN)
    /// `CKM_POLY1305`.
    public static let poly1305 = MechanismType(rawValue: CKM_POLY1305)
    /// `CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS`.
    public static let ecKeyPairGenWExtraBits = MechanismType(rawValue: CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS)
    /// `CKM_DSA_PARAMETER_GEN`.
    public static let dsaParameterGen = MechanismType(rawValue: CKM_DSA_PARAMETER_GEN)
    /// `CKM_DH_PKCS_PARAMETER_GEN`.
    public static let dhPKCSParameterGen = MechanismType(rawValue: CKM_DH_PKCS_PARAMETER_GEN)
    /// `CKM_X9_42_DH_PARAMETER_GEN`.
    public static let x9_42DHParameterGen = MechanismType(rawValue: CKM_X9_42_DH_PARAMETER_GEN)
    /// `CKM_DSA_PROBABILISTIC_PARAMETER_GEN`.
    public static let dsaProbabilisticParameterGen = MechanismType(rawValue: CKM_DSA_PROBABILISTIC_PARAMETER_GEN)
    /// `CKM_DSA_PROBABLISTIC_PARAMETER_GEN`.
    public static let dsaProbablisticParameterGen = MechanismType(rawValue: CKM_DSA_PROBABLISTIC_PARAMETER_GEN)
    /// `CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN`.
    public static let dsaShaweTaylorParameterGen = MechanismType(rawValue: CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN)
    /// `CKM_DSA_FIPS_G_GEN`.
    public static let dsaFipsGGen = MechanismType(rawValue: CKM_DSA_FIPS_G_GEN)
    /// `CKM_AES_OFB`.
    public static let aesOFB = MechanismType(rawValue: CKM_AES_OFB)
    /// `CKM_AES_CFB64`.
    public static let aesCfb64 = MechanismType(rawValue: CKM_AES_CFB64)
    /// `CKM_AES_CFB8`.
    public static let aesCfb8 = MechanismType(rawValue: CKM_AES_CFB8)
    /// `CKM_AES_CFB128`.
    public static let aesCfb128 = MechanismType(rawValue: CKM_AES_CFB128)
    /// `CKM_AES_CFB1`.
    public static let aesCfb1 = MechanismType(rawValue: CKM_AES_CFB1)
    /// `CKM_AES_KEY_WRAP`.
    public static let aesKeyWrap = MechanismType(rawValue: CKM_AES_KEY_WRAP)
    /// `CKM_AES_KEY_WRAP_PAD`.
    public static let aesKeyWrapPad = MechanismType(rawValue: CKM_AES_KEY_WRAP_PAD)
    /// `CKM_AES_KEY_WRAP_KWP`.
    public static let aesKeyWrapKwp = MechanismType(rawValue: CKM_AES_KEY_WRAP_KWP)
    /// `CKM_AES_KEY_WRAP_PKCS7`.
    public static let aesKeyWrapPkcs7 = MechanismType(rawValue: CKM_AES_KEY_WRAP_PKCS7)
    /// `CKM_RSA_PKCS_TPM_1_1`.
    public static let rsaPKCSTPM1_1 = MechanismType(rawValue: CKM_RSA_PKCS_TPM_1_1)
    /// `CKM_RSA_PKCS_OAEP_TPM_1_1`.
    public static let rsaPKCSOAEPTPM1_1 = MechanismType(rawValue: CKM_RSA_PKCS_OAEP_TPM_1_1)
    /// `CKM_SHA_1_KEY_GEN`.
    public static let sha1KeyGen = MechanismType(rawValue: CKM_SHA_1_KEY_GEN)
    /// `CKM_SHA224_KEY_GEN`.
    public static let sha224KeyGen = MechanismType(rawValue: CKM_SHA224_KEY_GEN)
    /// `CKM_SHA256_KEY_GEN`.
    public static let sha256KeyGen = MechanismType(rawValue: CKM_SHA256_KEY_GEN)
    /// `CKM_SHA384_KEY_GEN`.
    public static let sha384KeyGen = MechanismType(rawValue: CKM_SHA384_KEY_GEN)
    /// `CKM_SHA512_KEY_GEN`.
    public static let sha512KeyGen = MechanismType(rawValue: CKM_SHA512_KEY_GEN)
    /// `CKM_SHA512_224_KEY_GEN`.
    public static let sha512_224KeyGen = MechanismType(rawValue: CKM_SHA512_224_KEY_GEN)
    /// `CKM_SHA512_256_KEY_GEN`.
    public static let sha512_256KeyGen = MechanismType(rawValue: CKM_SHA512_256_KEY_GEN)
    /// `CKM_SHA512_T_KEY_GEN`.
    public static let sha512TKeyGen = MechanismType(rawValue: CKM_SHA512_T_KEY_GEN)
    /// `CKM_NULL`.
    public static let null = MechanismType(rawValue: CKM_NULL)
    /// `CKM_BLAKE2B_160`.
    public static let blake2b160 = MechanismType(rawValue: CKM_BLAKE2B_160)
    /// `CKM_BLAKE2B_160_HMAC`.
    public static let blake2b160HMAC = MechanismType(rawValue: CKM_BLAKE2B_160_HMAC)
    /// `CKM_BLAKE2B_160_HMAC_GENERAL`.
    public static let blake2b160HMACGeneral = MechanismType(rawValue: CKM_BLAKE2B_160_HMAC_GENERAL)
    /// `CKM_BLAKE2B_160_KEY_DERIVE`.
    public static let blake2b160KeyDerive = MechanismType(rawValue: CKM_BLAKE2B_160_KEY_DERIVE)
    /// `CKM_BLAKE2B_160_KEY_GEN`.
    public static let blake2b160KeyGen = MechanismType(rawValue: CKM_BLAKE2B_160_KEY_GEN)
    /// `CKM_BLAKE2B_256`.
    public static let blake2b256 = MechanismType(rawValue: CKM_BLAKE2B_256)
    /// `CKM_BLAKE2B_256_HMAC`.
    public static let blake2b256HMAC = MechanismType(rawValue: CKM_BLAKE2B_256_HMAC)
    /// `CKM_BLAKE2B_256_HMAC_GENERAL`.
    public static let blake2b256HMACGeneral = MechanismType(rawValue: CKM_BLAKE2B_256_HMAC_GENERAL)
    /// `CKM_BLAKE2B_256_KEY_DERIVE`.
    public static let blake2b256KeyDerive = MechanismType(rawValue: CKM_BLAKE2B_256_KEY_DERIVE)
    /// `CKM_BLAKE2B_256_KEY_GEN`.
    public static let blake2b256KeyGen = MechanismType(rawValue: CKM_BLAKE2B_256_KEY_GEN)
    /// `CKM_BLAKE2B_384`.
    public static let blake2b384 = MechanismType(rawValue: CKM_BLAKE2B_384)
    /// `CKM_BLAKE2B_384_HMAC`.
    public static let blake2b384HMAC = MechanismType(rawValue: CKM_BLAKE2B_384_HMAC)
    /// `CKM_BLAKE2B_384_HMAC_GENERAL`.
    public static let blake2b384HMACGeneral = MechanismType(rawValue: CKM_BLAKE2B_384_HMAC_GENERAL)
    /// `CKM_BLAKE2B_384_KEY_DERIVE`.
    public static let blake2b384KeyDerive = MechanismType(rawValue: CKM_BLAKE2B_384_KEY_DERIVE)
    /// `CKM_BLAKE2B_384_KEY_GEN`.
    public static let blake2b384KeyGen = MechanismType(rawValue: CKM_BLAKE2B_384_KEY_GEN)
    /// `CKM_BLAKE2B_512`.
    public static let blake2b512 = MechanismType(rawValue: CKM_BLAKE2B_512)
    /// `CKM_BLAKE2B_512_HMAC`.
    public static let blake2b512HMAC = MechanismType(rawValue: CKM_BLAKE2B_512_HMAC)
    /// `CKM_BLAKE2B_512_HMAC_GENERAL`.
    public static let blake2b512HMACGeneral = MechanismType(rawValue: CKM_BLAKE2B_512_HMAC_GENERAL)
    /// `CKM_BLAKE2B_512_KEY_DERIVE`.
    public static let blake2b512KeyDerive = MechanismType(rawValue: CKM_BLAKE2B_512_KEY_DERIVE)
    /// `CKM_BLAKE2B_512_KEY_GEN`.
    public static let blake2b512KeyGen = MechanismType(rawValue: CKM_BLAKE2B_512_KEY_GEN)
    /// `CKM_SALSA20`.
    public static let salsa20 = MechanismType(rawValue: CKM_SALSA20)
    /// `CKM_CHACHA20_POLY1305`.
    public static let chacha20Poly1305 = MechanismType(rawValue: CKM_CHACHA20_POLY1305)
    /// `CKM_SALSA20_POLY1305`.
    public static let salsa20Poly1305 = MechanismType(rawValue: CKM_SALSA20_POLY1305)
    /// `CKM_X3DH_INITIALIZE`.
    public static let x3dhInitialize = MechanismType(rawValue: CKM_X3DH_INITIALIZE)
    /// `CKM_X3DH_RESPOND`.
    public static let x3dhRespond = MechanismType(rawValue: CKM_X3DH_RESPOND)
    /// `CKM_X2RATCHET_INITIALIZE`.
    public static let x2ratchetInitialize = MechanismType(rawValue: CKM_X2RATCHET_INITIALIZE)
    /// `CKM_X2RATCHET_RESPOND`.
    public static let x2ratchetRespond = MechanismType(rawValue: CKM_X2RATCHET_RESPOND)
    /// `CKM_X2RATCHET_ENCRYPT`.
    public static let x2ratchetEncrypt = MechanismType(rawValue: CKM_X2RATCHET_ENCRYPT)
    /// `CKM_X2RATCHET_DECRYPT`.
    public static let x2ratchetDecrypt = MechanismType(rawValue: CKM_X2RATCHET_DECRYPT)
    /// `CKM_XEDDSA`.
    public static let xeddsa = MechanismType(rawValue: CKM_XEDDSA)
    /// `CKM_HKDF_DERIVE`.
    public static let hkdfDerive = MechanismType(rawValue: CKM_HKDF_DERIVE)
    /// `CKM_HKDF_DATA`.
    public static let hkdfData = MechanismType(rawValue: CKM_HKDF_DATA)
    /// `CKM_HKDF_KEY_GEN`.
    public static let hkdfKeyGen = MechanismType(rawValue: CKM_HKDF_KEY_GEN)
    /// `CKM_SALSA20_KEY_GEN`.
    public static let salsa20KeyGen = MechanismType(rawValue: CKM_SALSA20_KEY_GEN)
    /// `CKM_IKE2_PRF_PLUS_DERIVE`.
    public static let ike2PRFPlusDerive = MechanismType(rawValue: CKM_IKE2_PRF_PLUS_DERIVE)
    /// `CKM_IKE_PRF_DERIVE`.
    public static let ikePRFDerive = MechanismType(rawValue: CKM_IKE_PRF_DERIVE)
    /// `CKM_IKE1_PRF_DERIVE`.
    public static let ike1PRFDerive = MechanismType(rawValue: CKM_IKE1_PRF_DERIVE)
    /// `CKM_IKE1_EXTENDED_DERIVE`.
    public static let ike1ExtendedDerive = MechanismType(rawValue: CKM_IKE1_EXTENDED_DERIVE)
    /// `CKM_HSS_KEY_PAIR_GEN`.
    public static let hssKeyPairGen = MechanismType(rawValue: CKM_HSS_KEY_PAIR_GEN)
    /// `CKM_HSS`.
    public static let hss = MechanismType(rawValue: CKM_HSS)
    /// `CKM_XMSS_KEY_PAIR_GEN`.
    public static let xmssKeyPairGen = MechanismType(rawValue: CKM_XMSS_KEY_PAIR_GEN)
    /// `CKM_XMSSMT_KEY_PAIR_GEN`.
    public static let xmssmtKeyPairGen = MechanismType(rawValue: CKM_XMSSMT_KEY_PAIR_GEN)
    /// `CKM_XMSS`.
    public static let xmss = MechanismType(rawValue: CKM_XMSS)
    /// `CKM_XMSSMT`.
    public static let xmssmt = MechanismType(rawValue: CKM_XMSSMT)
    /// `CKM_ECDH_X_AES_KEY_WRAP`.
    public static let ecdhXAESKeyWrap = MechanismType(rawValue: CKM_ECDH_X_AES_KEY_WRAP)
    /// `CKM_ECDH_COF_AES_KEY_WRAP`.
    public static let ecdhCofAESKeyWrap = MechanismType(rawValue: CKM_ECDH_COF_AES_KEY_WRAP)
    /// `CKM_PUB_KEY_FROM_PRIV_KEY`.
    public static let pubKeyFromPrivKey = MechanismType(rawValue: CKM_PUB_KEY_FROM_PRIV_KEY)

    /// The constants by number; of several names for one number, the first of the standard's list.
    static let names: [UInt: String] = Dictionary(
        [
            (CKM_RSA_PKCS_KEY_PAIR_GEN, "CKM_RSA_PKCS_KEY_PAIR_GEN"),
            (CKM_RSA_PKCS, "CKM_RSA_PKCS"),
            (CKM_RSA_9796, "CKM_RSA_9796"),
            (CKM_RSA_X_509, "CKM_RSA_X_509"),
            (CKM_MD2_RSA_PKCS, "CKM_MD2_RSA_PKCS"),
            (CKM_MD5_RSA_PKCS, "CKM_MD5_RSA_PKCS"),
            (CKM_SHA1_RSA_PKCS, "CKM_SHA1_RSA_PKCS"),
            (CKM_RIPEMD128_RSA_PKCS, "CKM_RIPEMD128_RSA_PKCS"),
            (CKM_RIPEMD160_RSA_PKCS, "CKM_RIPEMD160_RSA_PKCS"),
            (CKM_RSA_PKCS_OAEP, "CKM_RSA_PKCS_OAEP"),
            (CKM_RSA_X9_31_KEY_PAIR_GEN, "CKM_RSA_X9_31_KEY_PAIR_GEN"),
            (CKM_RSA_X9_31, "CKM_RSA_X9_31"),
            (CKM_SHA1_RSA_X9_31, "CKM_SHA1_RSA_X9_31"),
            (CKM_RSA_PKCS_PSS, "CKM_RSA_PKCS_PSS"),
            (CKM_SHA1_RSA_PKCS_PSS, "CKM_SHA1_RSA_PKCS_PSS"),
            (CKM_ML_KEM_KEY_PAIR_GEN, "CKM_ML_KEM_KEY_PAIR_GEN"),
            (CKM_DSA_KEY_PAIR_GEN, "CKM_DSA_KEY_PAIR_GEN"),
            (CKM_DSA, "CKM_DSA"),
            (CKM_DSA_SHA1, "CKM_DSA_SHA1"),
            (CKM_DSA_SHA224, "CKM_DSA_SHA224"),
            (CKM_DSA_SHA256, "CKM_DSA_SHA256"),
            (CKM_DSA_SHA384, "CKM_DSA_SHA384"),
            (CKM_DSA_SHA512, "CKM_DSA_SHA512"),
            (CKM_ML_KEM, "CKM_ML_KEM"),
            (CKM_DSA_SHA3_224, "CKM_DSA_SHA3_224"),
            (CKM_DSA_SHA3_256, "CKM_DSA_SHA3_256"),
            (CKM_DSA_SHA3_384, "CKM_DSA_SHA3_384"),
            (CKM_DSA_SHA3_512, "CKM_DSA_SHA3_512"),
            (CKM_ML_DSA_KEY_PAIR_GEN, "CKM_ML_DSA_KEY_PAIR_GEN"),
            (CKM_ML_DSA, "CKM_ML_DSA"),
            (CKM_HASH_ML_DSA, "CKM_HASH_ML_DSA"),
            (CKM_DH_PKCS_KEY_PAIR_GEN, "CKM_DH_PKCS_KEY_PAIR_GEN"),
            (CKM_DH_PKCS_DERIVE, "CKM_DH_PKCS_DERIVE"),
            (CKM_HASH_ML_DSA_SHA224, "CKM_HASH_ML_DSA_SHA224"),
            (CKM_HASH_ML_DSA_SHA256, "CKM_HASH_ML_DSA_SHA256"),
            (CKM_HASH_ML_DSA_SHA384, "CKM_HASH_ML_DSA_SHA384"),
            (CKM_HASH_ML_DSA_SHA512, "CKM_HASH_ML_DSA_SHA512"),
            (CKM_HASH_ML_DSA_SHA3_224, "CKM_HASH_ML_DSA_SHA3_224"),
            (CKM_HASH_ML_DSA_SHA3_256, "CKM_HASH_ML_DSA_SHA3_256"),
            (CKM_HASH_ML_DSA_SHA3_384, "CKM_HASH_ML_DSA_SHA3_384"),
            (CKM_HASH_ML_DSA_SHA3_512, "CKM_HASH_ML_DSA_SHA3_512"),
            (CKM_HASH_ML_DSA_SHAKE128, "CKM_HASH_ML_DSA_SHAKE128"),
            (CKM_HASH_ML_DSA_SHAKE256, "CKM_HASH_ML_DSA_SHAKE256"),
            (CKM_SLH_DSA_KEY_PAIR_GEN, "CKM_SLH_DSA_KEY_PAIR_GEN"),
            (CKM_SLH_DSA, "CKM_SLH_DSA"),
            (CKM_X9_42_DH_KEY_PAIR_GEN, "CKM_X9_42_DH_KEY_PAIR_GEN"),
            (CKM_X9_42_DH_DERIVE, "CKM_X9_42_DH_DERIVE"),
            (CKM_X9_42_DH_HYBRID_DERIVE, "CKM_X9_42_DH_HYBRID_DERIVE"),
            (CKM_X9_42_MQV_DERIVE, "CKM_X9_42_MQV_DERIVE"),
            (CKM_HASH_SLH_DSA, "CKM_HASH_SLH_DSA"),
            (CKM_HASH_SLH_DSA_SHA224, "CKM_HASH_SLH_DSA_SHA224"),
            (CKM_HASH_SLH_DSA_SHA256, "CKM_HASH_SLH_DSA_SHA256"),
            (CKM_HASH_SLH_DSA_SHA384, "CKM_HASH_SLH_DSA_SHA384"),
            (CKM_HASH_SLH_DSA_SHA512, "CKM_HASH_SLH_DSA_SHA512"),
            (CKM_HASH_SLH_DSA_SHA3_224, "CKM_HASH_SLH_DSA_SHA3_224"),
            (CKM_HASH_SLH_DSA_SHA3_256, "CKM_HASH_SLH_DSA_SHA3_256"),
            (CKM_HASH_SLH_DSA_SHA3_384, "CKM_HASH_SLH_DSA_SHA3_384"),
            (CKM_HASH_SLH_DSA_SHA3_512, "CKM_HASH_SLH_DSA_SHA3_512"),
            (CKM_HASH_SLH_DSA_SHAKE128, "CKM_HASH_SLH_DSA_SHAKE128"),
            (CKM_HASH_SLH_DSA_SHAKE256, "CKM_HASH_SLH_DSA_SHAKE256"),
            (CKM_SHA256_RSA_PKCS, "CKM_SHA256_RSA_PKCS"),
            (CKM_SHA384_RSA_PKCS, "CKM_SHA384_RSA_PKCS"),
            (CKM_SHA512_RSA_PKCS, "CKM_SHA512_RSA_PKCS"),
            (CKM_SHA256_RSA_PKCS_PSS, "CKM_SHA256_RSA_PKCS_PSS"),
            (CKM_SHA384_RSA_PKCS_PSS, "CKM_SHA384_RSA_PKCS_PSS"),
            (CKM_SHA512_RSA_PKCS_PSS, "CKM_SHA512_RSA_PKCS_PSS"),
            (CKM_SHA224_RSA_PKCS, "CKM_SHA224_RSA_PKCS"),
            (CKM_SHA224_RSA_PKCS_PSS, "CKM_SHA224_RSA_PKCS_PSS"),
            (CKM_SHA512_224, "CKM_SHA512_224"),
            (CKM_SHA512_224_HMAC, "CKM_SHA512_224_HMAC"),
            (CKM_SHA512_224_HMAC_GENERAL, "CKM_SHA512_224_HMAC_GENERAL"),
            (CKM_SHA512_224_KEY_DERIVATION, "CKM_SHA512_224_KEY_DERIVATION"),
            (CKM_SHA512_256, "CKM_SHA512_256"),
            (CKM_SHA512_256_HMAC, "CKM_SHA512_256_HMAC"),
            (CKM_SHA512_256_HMAC_GENERAL, "CKM_SHA512_256_HMAC_GENERAL"),
            (CKM_SHA512_256_KEY_DERIVATION, "CKM_SHA512_256_KEY_DERIVATION"),
            (CKM_SHA512_T, "CKM_SHA512_T"),
            (CKM_SHA512_T_HMAC, "CKM_SHA512_T_HMAC"),
            (CKM_SHA512_T_HMAC_GENERAL, "CKM_SHA512_T_HMAC_GENERAL"),
            (CKM_SHA512_T_KEY_DERIVATION, "CKM_SHA512_T_KEY_DERIVATION"),
            (CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE"),
            (CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH"),
            (CKM_SHA3_256_RSA_PKCS, "CKM_SHA3_256_RSA_PKCS"),
            (CKM_SHA3_384_RSA_PKCS, "CKM_SHA3_384_RSA_PKCS"),
            (CKM_SHA3_512_RSA_PKCS, "CKM_SHA3_512_RSA_PKCS"),
            (CKM_SHA3_256_RSA_PKCS_PSS, "CKM_SHA3_256_RSA_PKCS_PSS"),
            (CKM_SHA3_384_RSA_PKCS_PSS, "CKM_SHA3_384_RSA_PKCS_PSS"),
            (CKM_SHA3_512_RSA_PKCS_PSS, "CKM_SHA3_512_RSA_PKCS_PSS"),
            (CKM_SHA3_224_RSA_PKCS, "CKM_SHA3_224_RSA_PKCS"),
            (CKM_SHA3_224_RSA_PKCS_PSS, "CKM_SHA3_224_RSA_PKCS_PSS"),
            (CKM_RC2_KEY_GEN, "CKM_RC2_KEY_GEN"),
            (CKM_RC2_ECB, "CKM_RC2_ECB"),
            (CKM_RC2_CBC, "CKM_RC2_CBC"),
            (CKM_RC2_MAC, "CKM_RC2_MAC"),
            (CKM_RC2_MAC_GENERAL, "CKM_RC2_MAC_GENERAL"),
            (CKM_RC2_CBC_PAD, "CKM_RC2_CBC_PAD"),
            (CKM_RC4_KEY_GEN, "CKM_RC4_KEY_GEN"),
            (CKM_RC4, "CKM_RC4"),
            (CKM_DES_KEY_GEN, "CKM_DES_KEY_GEN"),
            (CKM_DES_ECB, "CKM_DES_ECB"),
            (CKM_DES_CBC, "CKM_DES_CBC"),
            (CKM_DES_MAC, "CKM_DES_MAC"),
            (CKM_DES_MAC_GENERAL, "CKM_DES_MAC_GENERAL"),
            (CKM_DES_CBC_PAD, "CKM_DES_CBC_PAD"),
            (CKM_DES2_KEY_GEN, "CKM_DES2_KEY_GEN"),
            (CKM_DES3_KEY_GEN, "CKM_DES3_KEY_GEN"),
            (CKM_DES3_ECB, "CKM_DES3_ECB"),
            (CKM_DES3_CBC, "CKM_DES3_CBC"),
            (CKM_DES3_MAC, "CKM_DES3_MAC"),
            (CKM_DES3_MAC_GENERAL, "CKM_DES3_MAC_GENERAL"),
            (CKM_DES3_CBC_PAD, "CKM_DES3_CBC_PAD"),
            (CKM_DES3_CMAC_GENERAL, "CKM_DES3_CMAC_GENERAL"),
            (CKM_DES3_CMAC, "CKM_DES3_CMAC"),
            (CKM_CDMF_KEY_GEN, "CKM_CDMF_KEY_GEN"),
            (CKM_CDMF_ECB, "CKM_CDMF_ECB"),
            (CKM_CDMF_CBC, "CKM_CDMF_CBC"),
            (CKM_CDMF_MAC, "CKM_CDMF_MAC"),
            (CKM_CDMF_MAC_GENERAL, "CKM_CDMF_MAC_GENERAL"),
            (CKM_CDMF_CBC_PAD, "CKM_CDMF_CBC_PAD"),
            (CKM_DES_OFB64, "CKM_DES_OFB64"),
            (CKM_DES_OFB8, "CKM_DES_OFB8"),
            (CKM_DES_CFB64, "CKM_DES_CFB64"),
            (CKM_DES_CFB8, "CKM_DES_CFB8"),
            (CKM_MD2, "CKM_MD2"),
            (CKM_MD2_HMAC, "CKM_MD2_HMAC"),
            (CKM_MD2_HMAC_GENERAL, "CKM_MD2_HMAC_GENERAL"),
            (CKM_MD5, "CKM_MD5"),
            (CKM_MD5_HMAC, "CKM_MD5_HMAC"),
            (CKM_MD5_HMAC_GENERAL, "CKM_MD5_HMAC_GENERAL"),
            (CKM_SHA_1, "CKM_SHA_1"),
            (CKM_SHA_1_HMAC, "CKM_SHA_1_HMAC"),
            (CKM_SHA_1_HMAC_GENERAL, "CKM_SHA_1_HMAC_GENERAL"),
            (CKM_RIPEMD128, "CKM_RIPEMD128"),
            (CKM_RIPEMD128_HMAC, "CKM_RIPEMD128_HMAC"),
            (CKM_RIPEMD128_HMAC_GENERAL, "CKM_RIPEMD128_HMAC_GENERAL"),
            (CKM_RIPEMD160, "CKM_RIPEMD160"),
            (CKM_RIPEMD160_HMAC, "CKM_RIPEMD160_HMAC"),
            (CKM_RIPEMD160_HMAC_GENERAL, "CKM_RIPEMD160_HMAC_GENERAL"),
            (CKM_SHA256, "CKM_SHA256"),
            (CKM_SHA256_HMAC, "CKM_SHA256_HMAC"),
            (CKM_SHA256_HMAC_GENERAL, "CKM_SHA256_HMAC_GENERAL"),
            (CKM_SHA224, "CKM_SHA224"),
            (CKM_SHA224_HMAC, "CKM_SHA224_HMAC"),
            (CKM_SHA224_HMAC_GENERAL, "CKM_SHA224_HMAC_GENERAL"),
            (CKM_SHA384, "CKM_SHA384"),
            (CKM_SHA384_HMAC, "CKM_SHA384_HMAC"),
            (CKM_SHA384_HMAC_GENERAL, "CKM_SHA384_HMAC_GENERAL"),
            (CKM_SHA512, "CKM_SHA512"),
            (CKM_SHA512_HMAC, "CKM_SHA512_HMAC"),
            (CKM_SHA512_HMAC_GENERAL, "CKM_SHA512_HMAC_GENERAL"),
            (CKM_SECURID_KEY_GEN, "CKM_SECURID_KEY_GEN"),
            (CKM_SECURID, "CKM_SECURID"),
            (CKM_HOTP_KEY_GEN, "CKM_HOTP_KEY_GEN"),
            (CKM_HOTP, "CKM_HOTP"),
            (CKM_ACTI, "CKM_ACTI"),
            (CKM_ACTI_KEY_GEN, "CKM_ACTI_KEY_GEN"),
            (CKM_SHA3_256, "CKM_SHA3_256"),
            (CKM_SHA3_256_HMAC, "CKM_SHA3_256_HMAC"),
            (CKM_SHA3_256_HMAC_GENERAL, "CKM_SHA3_256_HMAC_GENERAL"),
            (CKM_SHA3_256_KEY_GEN, "CKM_SHA3_256_KEY_GEN"),
            (CKM_SHA3_224, "CKM_SHA3_224"),
            (CKM_SHA3_224_HMAC, "CKM_SHA3_224_HMAC"),
            (CKM_SHA3_224_HMAC_GENERAL, "CKM_SHA3_224_HMAC_GENERAL"),
            (CKM_SHA3_224_KEY_GEN, "CKM_SHA3_224_KEY_GEN"),
            (CKM_SHA3_384, "CKM_SHA3_384"),
            (CKM_SHA3_384_HMAC, "CKM_SHA3_384_HMAC"),
            (CKM_SHA3_384_HMAC_GENERAL, "CKM_SHA3_384_HMAC_GENERAL"),
            (CKM_SHA3_384_KEY_GEN, "CKM_SHA3_384_KEY_GEN"),
            (CKM_SHA3_512, "CKM_SHA3_512"),
            (CKM_SHA3_512_HMAC, "CKM_SHA3_512_HMAC"),
            (CKM_SHA3_512_HMAC_GENERAL, "CKM_SHA3_512_HMAC_GENERAL"),
            (CKM_SHA3_512_KEY_GEN, "CKM_SHA3_512_KEY_GEN"),
            (CKM_CAST_KEY_GEN, "CKM_CAST_KEY_GEN"),
            (CKM_CAST_ECB, "CKM_CAST_ECB"),
            (CKM_CAST_CBC, "CKM_CAST_CBC"),
            (CKM_CAST_MAC, "CKM_CAST_MAC"),
            (CKM_CAST_MAC_GENERAL, "CKM_CAST_MAC_GENERAL"),
            (CKM_CAST_CBC_PAD, "CKM_CAST_CBC_PAD"),
            (CKM_CAST3_KEY_GEN, "CKM_CAST3_KEY_GEN"),
            (CKM_CAST3_ECB, "CKM_CAST3_ECB"),
            (CKM_CAST3_CBC, "CKM_CAST3_CBC"),
            (CKM_CAST3_MAC, "CKM_CAST3_MAC"),
            (CKM_CAST3_MAC_GENERAL, "CKM_CAST3_MAC_GENERAL"),
            (CKM_CAST3_CBC_PAD, "CKM_CAST3_CBC_PAD"),
            (CKM_CAST128_KEY_GEN, "CKM_CAST128_KEY_GEN"),
            (CKM_CAST128_ECB, "CKM_CAST128_ECB"),
            (CKM_CAST128_CBC, "CKM_CAST128_CBC"),
            (CKM_CAST128_MAC, "CKM_CAST128_MAC"),
            (CKM_CAST128_MAC_GENERAL, "CKM_CAST128_MAC_GENERAL"),
            (CKM_CAST128_CBC_PAD, "CKM_CAST128_CBC_PAD"),
            (CKM_RC5_KEY_GEN, "CKM_RC5_KEY_GEN"),
            (CKM_RC5_ECB, "CKM_RC5_ECB"),
            (CKM_RC5_CBC, "CKM_RC5_CBC"),
            (CKM_RC5_MAC, "CKM_RC5_MAC"),
            (CKM_RC5_MAC_GENERAL, "CKM_RC5_MAC_GENERAL"),
            (CKM_RC5_CBC_PAD, "CKM_RC5_CBC_PAD"),
            (CKM_IDEA_KEY_GEN, "CKM_IDEA_KEY_GEN"),
            (CKM_IDEA_ECB, "CKM_IDEA_ECB"),
            (CKM_IDEA_CBC, "CKM_IDEA_CBC"),
            (CKM_IDEA_MAC, "CKM_IDEA_MAC"),
            (CKM_IDEA_MAC_GENERAL, "CKM_IDEA_MAC_GENERAL"),
            (CKM_IDEA_CBC_PAD, "CKM_IDEA_CBC_PAD"),
            (CKM_GENERIC_SECRET_KEY_GEN, "CKM_GENERIC_SECRET_KEY_GEN"),
            (CKM_CONCATENATE_BASE_AND_KEY, "CKM_CONCATENATE_BASE_AND_KEY"),
            (CKM_CONCATENATE_BASE_AND_DATA, "CKM_CONCATENATE_BASE_AND_DATA"),
            (CKM_CONCATENATE_DATA_AND_BASE, "CKM_CONCATENATE_DATA_AND_BASE"),
            (CKM_XOR_BASE_AND_DATA, "CKM_XOR_BASE_AND_DATA"),
            (CKM_EXTRACT_KEY_FROM_KEY, "CKM_EXTRACT_KEY_FROM_KEY"),
            (CKM_SSL3_PRE_MASTER_KEY_GEN, "CKM_SSL3_PRE_MASTER_KEY_GEN"),
            (CKM_SSL3_MASTER_KEY_DERIVE, "CKM_SSL3_MASTER_KEY_DERIVE"),
            (CKM_SSL3_KEY_AND_MAC_DERIVE, "CKM_SSL3_KEY_AND_MAC_DERIVE"),
            (CKM_SSL3_MASTER_KEY_DERIVE_DH, "CKM_SSL3_MASTER_KEY_DERIVE_DH"),
            (CKM_TLS_PRE_MASTER_KEY_GEN, "CKM_TLS_PRE_MASTER_KEY_GEN"),
            (CKM_TLS_MASTER_KEY_DERIVE, "CKM_TLS_MASTER_KEY_DERIVE"),
            (CKM_TLS_KEY_AND_MAC_DERIVE, "CKM_TLS_KEY_AND_MAC_DERIVE"),
            (CKM_TLS_MASTER_KEY_DERIVE_DH, "CKM_TLS_MASTER_KEY_DERIVE_DH"),
            (CKM_TLS_PRF, "CKM_TLS_PRF"),
            (CKM_SSL3_MD5_MAC, "CKM_SSL3_MD5_MAC"),
            (CKM_SSL3_SHA1_MAC, "CKM_SSL3_SHA1_MAC"),
            (CKM_MD5_KEY_DERIVATION, "CKM_MD5_KEY_DERIVATION"),
            (CKM_MD2_KEY_DERIVATION, "CKM_MD2_KEY_DERIVATION"),
            (CKM_SHA1_KEY_DERIVATION, "CKM_SHA1_KEY_DERIVATION"),
            (CKM_SHA256_KEY_DERIVATION, "CKM_SHA256_KEY_DERIVATION"),
            (CKM_SHA384_KEY_DERIVATION, "CKM_SHA384_KEY_DERIVATION"),
            (CKM_SHA512_KEY_DERIVATION, "CKM_SHA512_KEY_DERIVATION"),
            (CKM_SHA224_KEY_DERIVATION, "CKM_SHA224_KEY_DERIVATION"),
            (CKM_SHA3_256_KEY_DERIVATION, "CKM_SHA3_256_KEY_DERIVATION"),
            (CKM_SHA3_224_KEY_DERIVATION, "CKM_SHA3_224_KEY_DERIVATION"),
            (CKM_SHA3_384_KEY_DERIVATION, "CKM_SHA3_384_KEY_DERIVATION"),
            (CKM_SHA3_512_KEY_DERIVATION, "CKM_SHA3_512_KEY_DERIVATION"),
            (CKM_SHAKE_128_KEY_DERIVATION, "CKM_SHAKE_128_KEY_DERIVATION"),
            (CKM_SHAKE_256_KEY_DERIVATION, "CKM_SHAKE_256_KEY_DERIVATION"),
            (CKM_PBE_MD2_DES_CBC, "CKM_PBE_MD2_DES_CBC"),
            (CKM_PBE_MD5_DES_CBC, "CKM_PBE_MD5_DES_CBC"),
            (CKM_PBE_MD5_CAST_CBC, "CKM_PBE_MD5_CAST_CBC"),
            (CKM_PBE_MD5_CAST3_CBC, "CKM_PBE_MD5_CAST3_CBC"),
            (CKM_PBE_MD5_CAST128_CBC, "CKM_PBE_MD5_CAST128_CBC"),
            (CKM_PBE_SHA1_CAST128_CBC, "CKM_PBE_SHA1_CAST128_CBC"),
            (CKM_PBE_SHA1_RC4_128, "CKM_PBE_SHA1_RC4_128"),
            (CKM_PBE_SHA1_RC4_40, "CKM_PBE_SHA1_RC4_40"),
            (CKM_PBE_SHA1_DES3_EDE_CBC, "CKM_PBE_SHA1_DES3_EDE_CBC"),
            (CKM_PBE_SHA1_DES2_EDE_CBC, "CKM_PBE_SHA1_DES2_EDE_CBC"),
            (CKM_PBE_SHA1_RC2_128_CBC, "CKM_PBE_SHA1_RC2_128_CBC"),
            (CKM_PBE_SHA1_RC2_40_CBC, "CKM_PBE_SHA1_RC2_40_CBC"),
            (CKM_SP800_108_COUNTER_KDF, "CKM_SP800_108_COUNTER_KDF"),
            (CKM_SP800_108_FEEDBACK_KDF, "CKM_SP800_108_FEEDBACK_KDF"),
            (CKM_SP800_108_DOUBLE_PIPELINE_KDF, "CKM_SP800_108_DOUBLE_PIPELINE_KDF"),
            (CKM_PKCS5_PBKD2, "CKM_PKCS5_PBKD2"),
            (CKM_PBA_SHA1_WITH_SHA1_HMAC, "CKM_PBA_SHA1_WITH_SHA1_HMAC"),
            (CKM_WTLS_PRE_MASTER_KEY_GEN, "CKM_WTLS_PRE_MASTER_KEY_GEN"),
            (CKM_WTLS_MASTER_KEY_DERIVE, "CKM_WTLS_MASTER_KEY_DERIVE"),
            (CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC, "CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC"),
            (CKM_WTLS_PRF, "CKM_WTLS_PRF"),
            (CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE, "CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE"),
            (CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE, "CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE"),
            (CKM_TLS10_MAC_SERVER, "CKM_TLS10_MAC_SERVER"),
            (CKM_TLS10_MAC_CLIENT, "CKM_TLS10_MAC_CLIENT"),
            (CKM_TLS12_MAC, "CKM_TLS12_MAC"),
            (CKM_TLS12_KDF, "CKM_TLS12_KDF"),
            (CKM_TLS12_MASTER_KEY_DERIVE, "CKM_TLS12_MASTER_KEY_DERIVE"),
            (CKM_TLS12_KEY_AND_MAC_DERIVE, "CKM_TLS12_KEY_AND_MAC_DERIVE"),
            (CKM_TLS12_MASTER_KEY_DERIVE_DH, "CKM_TLS12_MASTER_KEY_DERIVE_DH"),
            (CKM_TLS12_KEY_SAFE_DERIVE, "CKM_TLS12_KEY_SAFE_DERIVE"),
            (CKM_TLS_MAC, "CKM_TLS_MAC"),
            (CKM_TLS_KDF, "CKM_TLS_KDF"),
            (CKM_KEY_WRAP_LYNKS, "CKM_KEY_WRAP_LYNKS"),
            (CKM_KEY_WRAP_SET_OAEP, "CKM_KEY_WRAP_SET_OAEP"),
            (CKM_CMS_SIG, "CKM_CMS_SIG"),
            (CKM_KIP_DERIVE, "CKM_KIP_DERIVE"),
            (CKM_KIP_WRAP, "CKM_KIP_WRAP"),
            (CKM_KIP_MAC, "CKM_KIP_MAC"),
            (CKM_CAMELLIA_KEY_GEN, "CKM_CAMELLIA_KEY_GEN"),
            (CKM_CAMELLIA_ECB, "CKM_CAMELLIA_ECB"),
            (CKM_CAMELLIA_CBC, "CKM_CAMELLIA_CBC"),
            (CKM_CAMELLIA_MAC, "CKM_CAMELLIA_MAC"),
            (CKM_CAMELLIA_MAC_GENERAL, "CKM_CAMELLIA_MAC_GENERAL"),
            (CKM_CAMELLIA_CBC_PAD, "CKM_CAMELLIA_CBC_PAD"),
            (CKM_CAMELLIA_ECB_ENCRYPT_DATA, "CKM_CAMELLIA_ECB_ENCRYPT_DATA"),
            (CKM_CAMELLIA_CBC_ENCRYPT_DATA, "CKM_CAMELLIA_CBC_ENCRYPT_DATA"),
            (CKM_CAMELLIA_CTR, "CKM_CAMELLIA_CTR"),
            (CKM_ARIA_KEY_GEN, "CKM_ARIA_KEY_GEN"),
            (CKM_ARIA_ECB, "CKM_ARIA_ECB"),
            (CKM_ARIA_CBC, "CKM_ARIA_CBC"),
            (CKM_ARIA_MAC, "CKM_ARIA_MAC"),
            (CKM_ARIA_MAC_GENERAL, "CKM_ARIA_MAC_GENERAL"),
            (CKM_ARIA_CBC_PAD, "CKM_ARIA_CBC_PAD"),
            (CKM_ARIA_ECB_ENCRYPT_DATA, "CKM_ARIA_ECB_ENCRYPT_DATA"),
            (CKM_ARIA_CBC_ENCRYPT_DATA, "CKM_ARIA_CBC_ENCRYPT_DATA"),
            (CKM_SEED_KEY_GEN, "CKM_SEED_KEY_GEN"),
            (CKM_SEED_ECB, "CKM_SEED_ECB"),
            (CKM_SEED_CBC, "CKM_SEED_CBC"),
            (CKM_SEED_MAC, "CKM_SEED_MAC"),
            (CKM_SEED_MAC_GENERAL, "CKM_SEED_MAC_GENERAL"),
            (CKM_SEED_CBC_PAD, "CKM_SEED_CBC_PAD"),
            (CKM_SEED_ECB_ENCRYPT_DATA, "CKM_SEED_ECB_ENCRYPT_DATA"),
            (CKM_SEED_CBC_ENCRYPT_DATA, "CKM_SEED_CBC_ENCRYPT_DATA"),
            (CKM_SKIPJACK_KEY_GEN, "CKM_SKIPJACK_KEY_GEN"),
            (CKM_SKIPJACK_ECB64, "CKM_SKIPJACK_ECB64"),
            (CKM_SKIPJACK_CBC64, "CKM_SKIPJACK_CBC64"),
            (CKM_SKIPJACK_OFB64, "CKM_SKIPJACK_OFB64"),
            (CKM_SKIPJACK_CFB64, "CKM_SKIPJACK_CFB64"),
            (CKM_SKIPJACK_CFB32, "CKM_SKIPJACK_CFB32"),
            (CKM_SKIPJACK_CFB16, "CKM_SKIPJACK_CFB16"),
            (CKM_SKIPJACK_CFB8, "CKM_SKIPJACK_CFB8"),
            (CKM_SKIPJACK_WRAP, "CKM_SKIPJACK_WRAP"),
            (CKM_SKIPJACK_PRIVATE_WRAP, "CKM_SKIPJACK_PRIVATE_WRAP"),
            (CKM_SKIPJACK_RELAYX, "CKM_SKIPJACK_RELAYX"),
            (CKM_KEA_KEY_PAIR_GEN, "CKM_KEA_KEY_PAIR_GEN"),
            (CKM_KEA_KEY_DERIVE, "CKM_KEA_KEY_DERIVE"),
            (CKM_KEA_DERIVE, "CKM_KEA_DERIVE"),
            (CKM_FORTEZZA_TIMESTAMP, "CKM_FORTEZZA_TIMESTAMP"),
            (CKM_BATON_KEY_GEN, "CKM_BATON_KEY_GEN"),
            (CKM_BATON_ECB128, "CKM_BATON_ECB128"),
            (CKM_BATON_ECB96, "CKM_BATON_ECB96"),
            (CKM_BATON_CBC128, "CKM_BATON_CBC128"),
            (CKM_BATON_COUNTER, "CKM_BATON_COUNTER"),
            (CKM_BATON_SHUFFLE, "CKM_BATON_SHUFFLE"),
            (CKM_BATON_WRAP, "CKM_BATON_WRAP"),
            (CKM_EC_KEY_PAIR_GEN, "CKM_EC_KEY_PAIR_GEN"),
            (CKM_ECDSA, "CKM_ECDSA"),
            (CKM_ECDSA_SHA1, "CKM_ECDSA_SHA1"),
            (CKM_ECDSA_SHA224, "CKM_ECDSA_SHA224"),
            (CKM_ECDSA_SHA256, "CKM_ECDSA_SHA256"),
            (CKM_ECDSA_SHA384, "CKM_ECDSA_SHA384"),
            (CKM_ECDSA_SHA512, "CKM_ECDSA_SHA512"),
            (CKM_ECDSA_SHA3_224, "CKM_ECDSA_SHA3_224"),
            (CKM_ECDSA_SHA3_256, "CKM_ECDSA_SHA3_256"),
            (CKM_ECDSA_SHA3_384, "CKM_ECDSA_SHA3_384"),
            (CKM_ECDSA_SHA3_512, "CKM_ECDSA_SHA3_512"),
            (CKM_ECDH1_DERIVE, "CKM_ECDH1_DERIVE"),
            (CKM_ECDH1_COFACTOR_DERIVE, "CKM_ECDH1_COFACTOR_DERIVE"),
            (CKM_ECMQV_DERIVE, "CKM_ECMQV_DERIVE"),
            (CKM_ECDH_AES_KEY_WRAP, "CKM_ECDH_AES_KEY_WRAP"),
            (CKM_RSA_AES_KEY_WRAP, "CKM_RSA_AES_KEY_WRAP"),
            (CKM_EC_EDWARDS_KEY_PAIR_GEN, "CKM_EC_EDWARDS_KEY_PAIR_GEN"),
            (CKM_EC_MONTGOMERY_KEY_PAIR_GEN, "CKM_EC_MONTGOMERY_KEY_PAIR_GEN"),
            (CKM_EDDSA, "CKM_EDDSA"),
            (CKM_JUNIPER_KEY_GEN, "CKM_JUNIPER_KEY_GEN"),
            (CKM_JUNIPER_ECB128, "CKM_JUNIPER_ECB128"),
            (CKM_JUNIPER_CBC128, "CKM_JUNIPER_CBC128"),
            (CKM_JUNIPER_COUNTER, "CKM_JUNIPER_COUNTER"),
            (CKM_JUNIPER_SHUFFLE, "CKM_JUNIPER_SHUFFLE"),
            (CKM_JUNIPER_WRAP, "CKM_JUNIPER_WRAP"),
            (CKM_FASTHASH, "CKM_FASTHASH"),
            (CKM_AES_XTS, "CKM_AES_XTS"),
            (CKM_AES_XTS_KEY_GEN, "CKM_AES_XTS_KEY_GEN"),
            (CKM_AES_KEY_GEN, "CKM_AES_KEY_GEN"),
            (CKM_AES_ECB, "CKM_AES_ECB"),
            (CKM_AES_CBC, "CKM_AES_CBC"),
            (CKM_AES_MAC, "CKM_AES_MAC"),
            (CKM_AES_MAC_GENERAL, "CKM_AES_MAC_GENERAL"),
            (CKM_AES_CBC_PAD, "CKM_AES_CBC_PAD"),
            (CKM_AES_CTR, "CKM_AES_CTR"),
            (CKM_AES_GCM, "CKM_AES_GCM"),
            (CKM_AES_CCM, "CKM_AES_CCM"),
            (CKM_AES_CTS, "CKM_AES_CTS"),
            (CKM_AES_CMAC, "CKM_AES_CMAC"),
            (CKM_AES_CMAC_GENERAL, "CKM_AES_CMAC_GENERAL"),
            (CKM_AES_XCBC_MAC, "CKM_AES_XCBC_MAC"),
            (CKM_AES_XCBC_MAC_96, "CKM_AES_XCBC_MAC_96"),
            (CKM_AES_GMAC, "CKM_AES_GMAC"),
            (CKM_BLOWFISH_KEY_GEN, "CKM_BLOWFISH_KEY_GEN"),
            (CKM_BLOWFISH_CBC, "CKM_BLOWFISH_CBC"),
            (CKM_TWOFISH_KEY_GEN, "CKM_TWOFISH_KEY_GEN"),
            (CKM_TWOFISH_CBC, "CKM_TWOFISH_CBC"),
            (CKM_BLOWFISH_CBC_PAD, "CKM_BLOWFISH_CBC_PAD"),
            (CKM_TWOFISH_CBC_PAD, "CKM_TWOFISH_CBC_PAD"),
            (CKM_DES_ECB_ENCRYPT_DATA, "CKM_DES_ECB_ENCRYPT_DATA"),
            (CKM_DES_CBC_ENCRYPT_DATA, "CKM_DES_CBC_ENCRYPT_DATA"),
            (CKM_DES3_ECB_ENCRYPT_DATA, "CKM_DES3_ECB_ENCRYPT_DATA"),
            (CKM_DES3_CBC_ENCRYPT_DATA, "CKM_DES3_CBC_ENCRYPT_DATA"),
            (CKM_AES_ECB_ENCRYPT_DATA, "CKM_AES_ECB_ENCRYPT_DATA"),
            (CKM_AES_CBC_ENCRYPT_DATA, "CKM_AES_CBC_ENCRYPT_DATA"),
            (CKM_GOSTR3410_KEY_PAIR_GEN, "CKM_GOSTR3410_KEY_PAIR_GEN"),
            (CKM_GOSTR3410, "CKM_GOSTR3410"),
            (CKM_GOSTR3410_WITH_GOSTR3411, "CKM_GOSTR3410_WITH_GOSTR3411"),
            (CKM_GOSTR3410_KEY_WRAP, "CKM_GOSTR3410_KEY_WRAP"),
            (CKM_GOSTR3410_DERIVE, "CKM_GOSTR3410_DERIVE"),
            (CKM_GOSTR3411, "CKM_GOSTR3411"),
            (CKM_GOSTR3411_HMAC, "CKM_GOSTR3411_HMAC"),
            (CKM_GOST28147_KEY_GEN, "CKM_GOST28147_KEY_GEN"),
            (CKM_GOST28147_ECB, "CKM_GOST28147_ECB"),
            (CKM_GOST28147, "CKM_GOST28147"),
            (CKM_GOST28147_MAC, "CKM_GOST28147_MAC"),
            (CKM_GOST28147_KEY_WRAP, "CKM_GOST28147_KEY_WRAP"),
            (CKM_CHACHA20_KEY_GEN, "CKM_CHACHA20_KEY_GEN"),
            (CKM_CHACHA20, "CKM_CHACHA20"),
            (CKM_POLY1305_KEY_GEN, "CKM_POLY1305_KEY_GEN"),
            (CKM_POLY1305, "CKM_POLY1305"),
            (CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS, "CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS"),
            (CKM_DSA_PARAMETER_GEN, "CKM_DSA_PARAMETER_GEN"),
            (CKM_DH_PKCS_PARAMETER_GEN, "CKM_DH_PKCS_PARAMETER_GEN"),
            (CKM_X9_42_DH_PARAMETER_GEN, "CKM_X9_42_DH_PARAMETER_GEN"),
            (CKM_DSA_PROBABILISTIC_PARAMETER_GEN, "CKM_DSA_PROBABILISTIC_PARAMETER_GEN"),
            (CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN, "CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN"),
            (CKM_DSA_FIPS_G_GEN, "CKM_DSA_FIPS_G_GEN"),
            (CKM_AES_OFB, "CKM_AES_OFB"),
            (CKM_AES_CFB64, "CKM_AES_CFB64"),
            (CKM_AES_CFB8, "CKM_AES_CFB8"),
            (CKM_AES_CFB128, "CKM_AES_CFB128"),
            (CKM_AES_CFB1, "CKM_AES_CFB1"),
            (CKM_AES_KEY_WRAP, "CKM_AES_KEY_WRAP"),
            (CKM_AES_KEY_WRAP_PAD, "CKM_AES_KEY_WRAP_PAD"),
            (CKM_AES_KEY_WRAP_KWP, "CKM_AES_KEY_WRAP_KWP"),
            (CKM_AES_KEY_WRAP_PKCS7, "CKM_AES_KEY_WRAP_PKCS7"),
            (CKM_RSA_PKCS_TPM_1_1, "CKM_RSA_PKCS_TPM_1_1"),
            (CKM_RSA_PKCS_OAEP_TPM_1_1, "CKM_RSA_PKCS_OAEP_TPM_1_1"),
            (CKM_SHA_1_KEY_GEN, "CKM_SHA_1_KEY_GEN"),
            (CKM_SHA224_KEY_GEN, "CKM_SHA224_KEY_GEN"),
            (CKM_SHA256_KEY_GEN, "CKM_SHA256_KEY_GEN"),
            (CKM_SHA384_KEY_GEN, "CKM_SHA384_KEY_GEN"),
            (CKM_SHA512_KEY_GEN, "CKM_SHA512_KEY_GEN"),
            (CKM_SHA512_224_KEY_GEN, "CKM_SHA512_224_KEY_GEN"),
            (CKM_SHA512_256_KEY_GEN, "CKM_SHA512_256_KEY_GEN"),
            (CKM_SHA512_T_KEY_GEN, "CKM_SHA512_T_KEY_GEN"),
            (CKM_NULL, "CKM_NULL"),
            (CKM_BLAKE2B_160, "CKM_BLAKE2B_160"),
            (CKM_BLAKE2B_160_HMAC, "CKM_BLAKE2B_160_HMAC"),
            (CKM_BLAKE2B_160_HMAC_GENERAL, "CKM_BLAKE2B_160_HMAC_GENERAL"),
            (CKM_BLAKE2B_160_KEY_DERIVE, "CKM_BLAKE2B_160_KEY_DERIVE"),
            (CKM_BLAKE2B_160_KEY_GEN, "CKM_BLAKE2B_160_KEY_GEN"),
            (CKM_BLAKE2B_256, "CKM_BLAKE2B_256"),
            (CKM_BLAKE2B_256_HMAC, "CKM_BLAKE2B_256_HMAC"),
            (CKM_BLAKE2B_256_HMAC_GENERAL, "CKM_BLAKE2B_256_HMAC_GENERAL"),
            (CKM_BLAKE2B_256_KEY_DERIVE, "CKM_BLAKE2B_256_KEY_DERIVE"),
            (CKM_BLAKE2B_256_KEY_GEN, "CKM_BLAKE2B_256_KEY_GEN"),
            (CKM_BLAKE2B_384, "CKM_BLAKE2B_384"),
            (CKM_BLAKE2B_384_HMAC, "CKM_BLAKE2B_384_HMAC"),
            (CKM_BLAKE2B_384_HMAC_GENERAL, "CKM_BLAKE2B_384_HMAC_GENERAL"),
            (CKM_BLAKE2B_384_KEY_DERIVE, "CKM_BLAKE2B_384_KEY_DERIVE"),
            (CKM_BLAKE2B_384_KEY_GEN, "CKM_BLAKE2B_384_KEY_GEN"),
            (CKM_BLAKE2B_512, "CKM_BLAKE2B_512"),
            (CKM_BLAKE2B_512_HMAC, "CKM_BLAKE2B_512_HMAC"),
            (CKM_BLAKE2B_512_HMAC_GENERAL, "CKM_BLAKE2B_512_HMAC_GENERAL"),
            (CKM_BLAKE2B_512_KEY_DERIVE, "CKM_BLAKE2B_512_KEY_DERIVE"),
            (CKM_BLAKE2B_512_KEY_GEN, "CKM_BLAKE2B_512_KEY_GEN"),
            (CKM_SALSA20, "CKM_SALSA20"),
            (CKM_CHACHA20_POLY1305, "CKM_CHACHA20_POLY1305"),
            (CKM_SALSA20_POLY1305, "CKM_SALSA20_POLY1305"),
            (CKM_X3DH_INITIALIZE, "CKM_X3DH_INITIALIZE"),
            (CKM_X3DH_RESPOND, "CKM_X3DH_RESPOND"),
            (CKM_X2RATCHET_INITIALIZE, "CKM_X2RATCHET_INITIALIZE"),
            (CKM_X2RATCHET_RESPOND, "CKM_X2RATCHET_RESPOND"),
            (CKM_X2RATCHET_ENCRYPT, "CKM_X2RATCHET_ENCRYPT"),
            (CKM_X2RATCHET_DECRYPT, "CKM_X2RATCHET_DECRYPT"),
            (CKM_XEDDSA, "CKM_XEDDSA"),
            (CKM_HKDF_DERIVE, "CKM_HKDF_DERIVE"),
            (CKM_HKDF_DATA, "CKM_HKDF_DATA"),
            (CKM_HKDF_KEY_GEN, "CKM_HKDF_KEY_GEN"),
            (CKM_SALSA20_KEY_GEN, "CKM_SALSA20_KEY_GEN"),
            (CKM_IKE2_PRF_PLUS_DERIVE, "CKM_IKE2_PRF_PLUS_DERIVE"),
            (CKM_IKE_PRF_DERIVE, "CKM_IKE_PRF_DERIVE"),
            (CKM_IKE1_PRF_DERIVE, "CKM_IKE1_PRF_DERIVE"),
            (CKM_IKE1_EXTENDED_DERIVE, "CKM_IKE1_EXTENDED_DERIVE"),
            (CKM_HSS_KEY_PAIR_GEN, "CKM_HSS_KEY_PAIR_GEN"),
            (CKM_HSS, "CKM_HSS"),
            (CKM_XMSS_KEY_PAIR_GEN, "CKM_XMSS_KEY_PAIR_GEN"),
            (CKM_XMSSMT_KEY_PAIR_GEN, "CKM_XMSSMT_KEY_PAIR_GEN"),
            (CKM_XMSS, "CKM_XMSS"),
            (CKM_XMSSMT, "CKM_XMSSMT"),
            (CKM_ECDH_X_AES_KEY_WRAP, "CKM_ECDH_X_AES_KEY_WRAP"),
            (CKM_ECDH_COF_AES_KEY_WRAP, "CKM_ECDH_COF_AES_KEY_WRAP"),
            (CKM_PUB_KEY_FROM_PRIV_KEY, "CKM_PUB_KEY_FROM_PRIV_KEY"),
        ],
        uniquingKeysWith: { first, _ in first }
    )
}
