/// The numbers by which commands name keys and PINs.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 4b; F9 from the Yubico PIV extensions.
enum KeyReference {
    static let globalPIN: UInt8 = 0x00
    static let applicationPIN: UInt8 = 0x80
    static let unblockingKey: UInt8 = 0x81
    static let authentication: UInt8 = 0x9A
    static let management: UInt8 = 0x9B
    static let digitalSignature: UInt8 = 0x9C
    static let keyManagement: UInt8 = 0x9D
    static let cardAuthentication: UInt8 = 0x9E
    static let retiredKeyManagement: ClosedRange<UInt8> = 0x82...0x95
    static let attestation: UInt8 = 0xF9

    /// Whether a private key may lie here.
    static func isPrivateKey(_ reference: UInt8) -> Bool {
        switch reference {
        case authentication, digitalSignature, keyManagement, cardAuthentication, attestation: true
        default: retiredKeyManagement.contains(reference)
        }
    }
}
