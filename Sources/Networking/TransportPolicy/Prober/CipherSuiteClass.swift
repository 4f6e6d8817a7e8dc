/// Cipher suites that servers lack, or have alone, together.
package enum CipherSuiteClass: String, Hashable, Sendable, CaseIterable {
    /// What App Transport Security has for TLS 1.2 and older: ECDHE with AES-GCM, ChaCha20 or CBC with SHA-1.
    case forwardSecrecy = "ECDHE"
    /// ECDHE with CBC and SHA-2, which Apple's documents name and its systems do not offer.
    case documentedOnly = "ECDHE with CBC and SHA-2"
    /// Key exchange by RSA, with AES-GCM, or CBC with SHA-1.
    case rsaKeyExchange = "RSA key exchange"
    /// Key exchange by RSA with CBC and SHA-2.
    case rsaKeyExchangeSHA2 = "RSA key exchange with CBC and SHA-2"
    /// Diffie-Hellman over a prime field.
    case finiteField = "DHE"
    /// Triple DES.
    case tripleDES = "3DES"
    /// RC4.
    case rc4 = "RC4"
    /// AES with CCM.
    case ccm = "AES-CCM"
    /// Camellia, ARIA, SEED and IDEA.
    case otherCipher = "Camellia, ARIA, SEED or IDEA"
    /// Key exchange by the curve of the certificate's own key, without forward secrecy.
    case staticCurve = "ECDH without forward secrecy"
    /// Certificates for DSA, which TLS calls DSS.
    case dss = "DSS"
    /// Keys that both sides have beforehand, without or beside a certificate.
    case preShared = "PSK"
    /// DES with 56 bits.
    case des = "DES"
    /// Keys of 40 bits, as the law of the 1990s had it.
    case export = "export"
    /// No certificate: anyone may be the server.
    case anonymous = "no certificate"
    /// No encryption.
    case noEncryption = "no encryption"

    /// The suites.
    package var suites: [UInt16] {
        switch self {
        case .forwardSecrecy: [0xC02C, 0xC02B, 0xCCA9, 0xC030, 0xC02F, 0xCCA8, 0xC00A, 0xC009, 0xC014, 0xC013]
        case .documentedOnly: [0xC024, 0xC023, 0xC028, 0xC027]
        case .rsaKeyExchange: [0x009D, 0x009C, 0x0035, 0x002F]
        case .rsaKeyExchangeSHA2: [0x003D, 0x003C]
        case .finiteField: [0x009F, 0x009E, 0xCCAA, 0x006B, 0x0067, 0x0039, 0x0033]
        case .tripleDES: [0x000A, 0xC012, 0xC008, 0x0016]
        case .rc4: [0x0005, 0x0004, 0xC011, 0xC007]
        case .ccm:
            [
                0xC09C, 0xC09D, 0xC09E, 0xC09F, 0xC0A0, 0xC0A1, 0xC0A2, 0xC0A3, 0xC0AC, 0xC0AD, 0xC0AE, 0xC0AF,
            ]
        case .otherCipher:
            [
                0x0007, 0x0041, 0x0045, 0x0084, 0x0088, 0x0096, 0x009A, 0x00BA, 0x00BE, 0x00C0, 0x00C4, 0xC03C, 0xC03D,
                0xC044, 0xC045, 0xC048, 0xC049, 0xC04C, 0xC04D, 0xC050, 0xC051, 0xC052, 0xC053, 0xC05C, 0xC05D, 0xC060,
                0xC061, 0xC072, 0xC073, 0xC076, 0xC077, 0xC07A, 0xC07B, 0xC07C, 0xC07D, 0xC086, 0xC087, 0xC08A, 0xC08B,
            ]
        case .staticCurve:
            [
                0xC002, 0xC003, 0xC004, 0xC005, 0xC00C, 0xC00D, 0xC00E, 0xC00F, 0xC025, 0xC026, 0xC029, 0xC02A, 0xC02D,
                0xC02E, 0xC031, 0xC032,
            ]
        case .dss:
            [
                0x000C, 0x0012, 0x0013, 0x0032, 0x0038, 0x0040, 0x0044, 0x006A, 0x0087, 0x0099, 0x00A2, 0x00A3, 0x00BD,
                0x00C3, 0xC056, 0xC057,
            ]
        case .preShared:
            [
                0x008A, 0x008B, 0x008C, 0x008D, 0x0090, 0x0091, 0x0094, 0x0095, 0x00A8, 0x00A9, 0x00AA, 0x00AB, 0x00AC,
                0x00AD, 0x00AE, 0x00AF, 0x00B2, 0x00B3, 0x00B6, 0x00B7, 0xC035, 0xC036, 0xC037, 0xC038, 0xC06A, 0xC06B,
                0xC06C, 0xC06D, 0xC06E, 0xC06F, 0xC094, 0xC095, 0xC096, 0xC097, 0xC098, 0xC099, 0xC09A, 0xC09B, 0xC0A4,
                0xC0A5, 0xC0A6, 0xC0A7, 0xC0A8, 0xC0A9, 0xC0AA, 0xC0AB, 0xCCAB, 0xCCAC, 0xCCAD, 0xCCAE,
            ]
        case .des:
            [
                0x0009, 0x000F, 0x0015,
            ]
        case .export:
            [
                0x0003, 0x0006, 0x0008, 0x000B, 0x000E, 0x0011, 0x0014, 0x0017, 0x0019,
            ]
        case .anonymous:
            [
                0x0018, 0x001A, 0x001B, 0x0034, 0x003A, 0x0046, 0x006C, 0x006D, 0x0089, 0x00A6, 0x00A7, 0x00BF, 0x00C5,
                0xC015, 0xC016, 0xC017, 0xC018, 0xC019,
            ]
        case .noEncryption:
            [
                0x0001, 0x0002, 0x002C, 0x002D, 0x002E, 0x003B, 0x00B0, 0x00B1, 0x00B4, 0x00B5, 0x00B8, 0x00B9, 0xC001,
                0xC006, 0xC00B, 0xC010, 0xC039, 0xC03A, 0xC03B,
            ]
        }
    }

    /// The suites of the classes that nearly every server has one of; a short hello, since old servers refuse a long one.
    package static let usual = allCases.prefix(7).flatMap(\.suites)
    /// All others.
    package static let unusual = allCases.dropFirst(7).flatMap(\.suites)
    /// The suites of TLS 1.3.
    package static let newest: [UInt16] = [0x1301, 0x1302, 0x1303, 0x1304, 0x1305]
}
