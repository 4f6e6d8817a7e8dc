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
        }
    }

    /// Every suite of every class.
    package static let all = allCases.flatMap(\.suites)
    /// The suites of TLS 1.3.
    package static let newest: [UInt16] = [0x1301, 0x1302, 0x1303]

    /// IANA's name of a suite; the number in hexadecimal for one that is not known.
    package static func name(_ number: UInt16) -> String { names[number] ?? "0x\(String(number, radix: 16))" }

    private static let names: [UInt16: String] = [
        0x1301: "TLS_AES_128_GCM_SHA256", 0x1302: "TLS_AES_256_GCM_SHA384", 0x1303: "TLS_CHACHA20_POLY1305_SHA256",
        0xC02C: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", 0xC02B: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        0xCCA9: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", 0xC030: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        0xC02F: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", 0xCCA8: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
        0xC00A: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", 0xC009: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        0xC014: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", 0xC013: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
        0xC024: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", 0xC023: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
        0xC028: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", 0xC027: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        0x009D: "TLS_RSA_WITH_AES_256_GCM_SHA384", 0x009C: "TLS_RSA_WITH_AES_128_GCM_SHA256",
        0x0035: "TLS_RSA_WITH_AES_256_CBC_SHA", 0x002F: "TLS_RSA_WITH_AES_128_CBC_SHA",
        0x003D: "TLS_RSA_WITH_AES_256_CBC_SHA256", 0x003C: "TLS_RSA_WITH_AES_128_CBC_SHA256",
        0x009F: "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", 0x009E: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
        0xCCAA: "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256", 0x006B: "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256",
        0x0067: "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256", 0x0039: "TLS_DHE_RSA_WITH_AES_256_CBC_SHA",
        0x0033: "TLS_DHE_RSA_WITH_AES_128_CBC_SHA", 0x000A: "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        0xC012: "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", 0xC008: "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA",
        0x0016: "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA", 0x0005: "TLS_RSA_WITH_RC4_128_SHA",
        0x0004: "TLS_RSA_WITH_RC4_128_MD5", 0xC011: "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
        0xC007: "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
    ]
}
