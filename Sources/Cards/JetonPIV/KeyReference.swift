/// The numbers by which commands name keys and PINs.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 4b; F9 from the Yubico PIV extensions.
public enum KeyReference {
    /// The PIN that all applications of a card share.
    public static let globalPIN: UInt8 = 0x00
    /// The PIN.
    public static let applicationPIN: UInt8 = 0x80
    /// The PUK (PIN Unblocking Key).
    public static let unblockingKey: UInt8 = 0x81
    /// Authentication of the card holder.
    public static let authentication: UInt8 = 0x9A
    /// The card management key.
    public static let management: UInt8 = 0x9B
    /// Signatures; requires the PIN each time.
    public static let digitalSignature: UInt8 = 0x9C
    /// Decryption and key agreement.
    public static let keyManagement: UInt8 = 0x9D
    /// Authentication of the card; needs no PIN.
    public static let cardAuthentication: UInt8 = 0x9E
    /// Former keys of ``keyManagement``.
    public static let retiredKeyManagement: ClosedRange<UInt8> = 0x82...0x95
    /// The key that attests others (Yubico).
    public static let attestation: UInt8 = 0xF9

    /// The private keys of the standard, in the order in which people look for them.
    public static let standardPrivateKeys: [UInt8] =
        [authentication, digitalSignature, keyManagement, cardAuthentication] + retiredKeyManagement

    /// Whether a private key may lie here.
    public static func isPrivateKey(_ reference: UInt8) -> Bool {
        reference == attestation || standardPrivateKeys.contains(reference)
    }
}
