import JetonASN1

extension OID {
    /// id-PasswordBasedMac: RFC 9810, 5.1.3.1.
    static let passwordBasedMAC = OID(1, 2, 840, 113_533, 7, 66, 13)
    /// id-regCtrl-oldCertID: RFC 4211, 6.5.
    static let oldCertificateID = OID(1, 3, 6, 1, 5, 5, 7, 5, 1, 5)
    /// hMAC-SHA1 of the arc of PKIX, as old implementations of CMP name it.
    static let hmacSHA1OfPKIX = OID(1, 3, 6, 1, 5, 5, 8, 1, 2)
    /// id-kp-cmcCA: RFC 6402, 2.10.
    static let cmcCA = OID(1, 3, 6, 1, 5, 5, 7, 3, 27)
    /// id-kp-cmcRA: RFC 6402, 2.10.
    static let cmcRA = OID(1, 3, 6, 1, 5, 5, 7, 3, 28)
    /// id-kp-cmKGA: RFC 9810, 4.5.
    static let cmKGA = OID(1, 3, 6, 1, 5, 5, 7, 3, 32)
    /// id-hmacWithSHA1: RFC 8018, B.1.1.
    static let hmacWithSHA1 = OID(1, 2, 840, 113_549, 2, 7)
    /// id-hmacWithSHA256: RFC 8018, B.1.2.
    static let hmacWithSHA256 = OID(1, 2, 840, 113_549, 2, 9)
    /// id-hmacWithSHA384: RFC 8018, B.1.2.
    static let hmacWithSHA384 = OID(1, 2, 840, 113_549, 2, 10)
    /// id-hmacWithSHA512: RFC 8018, B.1.2.
    static let hmacWithSHA512 = OID(1, 2, 840, 113_549, 2, 11)
}
