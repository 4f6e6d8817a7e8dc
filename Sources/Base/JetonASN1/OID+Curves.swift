/// Elliptic curves.
extension OID {
    // MARK: - Curves of SEC 2 and NIST SP 800-186

    /// NIST P-192, secp192r1.
    public static let p192 = OID(1, 2, 840, 10_045, 3, 1, 1)
    /// NIST P-224, secp224r1.
    public static let p224 = OID(1, 3, 132, 0, 33)
    /// NIST P-256, secp256r1.
    public static let p256 = OID(1, 2, 840, 10_045, 3, 1, 7)
    /// NIST P-384, secp384r1.
    public static let p384 = OID(1, 3, 132, 0, 34)
    /// NIST P-521, secp521r1.
    public static let p521 = OID(1, 3, 132, 0, 35)
    /// secp160k1: SEC 2 version 1, 2.4.1.
    public static let secp160k1 = OID(1, 3, 132, 0, 9)
    /// secp160r1: SEC 2 version 1, 2.4.2.
    public static let secp160r1 = OID(1, 3, 132, 0, 8)
    /// secp192k1: SEC 2, 2.2.1.
    public static let secp192k1 = OID(1, 3, 132, 0, 31)
    /// secp256k1: SEC 2, 2.4.1.
    public static let secp256k1 = OID(1, 3, 132, 0, 10)

    // MARK: - Brainpool curves

    /// brainpoolP160r1: RFC 5639.
    public static let brainpoolP160r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 1)
    /// brainpoolP160t1: RFC 5639.
    public static let brainpoolP160t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 2)
    /// brainpoolP192r1: RFC 5639.
    public static let brainpoolP192r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 3)
    /// brainpoolP192t1: RFC 5639.
    public static let brainpoolP192t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 4)
    /// brainpoolP224r1: RFC 5639.
    public static let brainpoolP224r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 5)
    /// brainpoolP224t1: RFC 5639.
    public static let brainpoolP224t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 6)
    /// brainpoolP256r1: RFC 5639.
    public static let brainpoolP256r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7)
    /// brainpoolP256t1: RFC 5639.
    public static let brainpoolP256t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 8)
    /// brainpoolP320r1: RFC 5639.
    public static let brainpoolP320r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 9)
    /// brainpoolP320t1: RFC 5639.
    public static let brainpoolP320t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 10)
    /// brainpoolP384r1: RFC 5639.
    public static let brainpoolP384r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 11)
    /// brainpoolP384t1: RFC 5639.
    public static let brainpoolP384t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 12)
    /// brainpoolP512r1: RFC 5639.
    public static let brainpoolP512r1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 13)
    /// brainpoolP512t1: RFC 5639.
    public static let brainpoolP512t1 = OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 14)

    // MARK: - Curves of GOST R 34.10

    /// id-GostR3410-2001-CryptoPro-A-ParamSet: RFC 4357, 11.4.
    public static let gostCryptoProA = OID(1, 2, 643, 2, 2, 35, 1)
    /// id-GostR3410-2001-CryptoPro-B-ParamSet: RFC 4357, 11.4.
    public static let gostCryptoProB = OID(1, 2, 643, 2, 2, 35, 2)
    /// id-GostR3410-2001-CryptoPro-C-ParamSet: RFC 4357, 11.4.
    public static let gostCryptoProC = OID(1, 2, 643, 2, 2, 35, 3)
    /// id-GostR3410-2001-CryptoPro-XchA-ParamSet, the curve of set A: RFC 4357, 11.4.
    public static let gostCryptoProXchA = OID(1, 2, 643, 2, 2, 36, 0)
    /// id-GostR3410-2001-CryptoPro-XchB-ParamSet, the curve of set C: RFC 4357, 11.4.
    public static let gostCryptoProXchB = OID(1, 2, 643, 2, 2, 36, 1)
    /// id-tc26-gost-3410-2012-256-paramSetA: RFC 7836, A.2.
    public static let gost2012Of256SetA = OID(1, 2, 643, 7, 1, 2, 1, 1, 1)
    /// id-tc26-gost-3410-2012-256-paramSetB, the curve of CryptoPro-A: RFC 9215, 4.
    public static let gost2012Of256SetB = OID(1, 2, 643, 7, 1, 2, 1, 1, 2)
    /// id-tc26-gost-3410-2012-256-paramSetC, the curve of CryptoPro-B: RFC 9215, 4.
    public static let gost2012Of256SetC = OID(1, 2, 643, 7, 1, 2, 1, 1, 3)
    /// id-tc26-gost-3410-2012-256-paramSetD, the curve of CryptoPro-C: RFC 9215, 4.
    public static let gost2012Of256SetD = OID(1, 2, 643, 7, 1, 2, 1, 1, 4)
    /// id-tc26-gost-3410-12-512-paramSetA: RFC 7836, A.
    public static let gost2012Of512SetA = OID(1, 2, 643, 7, 1, 2, 1, 2, 1)
    /// id-tc26-gost-3410-12-512-paramSetB: RFC 7836, A.
    public static let gost2012Of512SetB = OID(1, 2, 643, 7, 1, 2, 1, 2, 2)
    /// id-tc26-gost-3410-2012-512-paramSetC: RFC 7836, A.
    public static let gost2012Of512SetC = OID(1, 2, 643, 7, 1, 2, 1, 2, 3)
}
