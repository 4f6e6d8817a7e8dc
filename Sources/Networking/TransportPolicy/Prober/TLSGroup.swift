/// The groups of key exchange by their numbers.
///
/// - SeeAlso: IANA, "TLS Supported Groups".
package enum TLSGroup {
    static let x25519: UInt16 = 29

    /// All that servers may have, the usual ones first.
    static let offered: [UInt16] = [
        29, 23, 24, 25, 30, 26, 27, 28, 31, 32, 33, 22, 21, 19, 256, 257, 258,
    ]

    private static let names: [UInt16: String] = [
        19: "secp192r1", 21: "secp224r1", 22: "secp256k1", 23: "secp256r1", 24: "secp384r1", 25: "secp521r1",
        26: "brainpoolP256r1", 27: "brainpoolP384r1", 28: "brainpoolP512r1", 29: "x25519", 30: "x448",
        31: "brainpoolP256r1tls13", 32: "brainpoolP384r1tls13", 33: "brainpoolP512r1tls13", 256: "ffdhe2048",
        257: "ffdhe3072", 258: "ffdhe4096", 4588: "X25519MLKEM768",
    ]

    /// IANA's name; the number in hexadecimal for a group that is not known.
    package static func name(_ number: UInt16) -> String { names[number] ?? "0x\(String(number, radix: 16))" }
}
