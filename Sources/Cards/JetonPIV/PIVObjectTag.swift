/// The tags of data objects.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 3; the Yubico PIV extensions for those that begin with 5FFF.
public enum PIVObjectTag {
    /// The discovery object.
    public static let discovery: UInt32 = 0x7E
    /// The biometric information templates.
    public static let biometricTemplates: UInt32 = 0x7F61
    /// The card holder unique identifier (CHUID).
    public static let cardHolderUniqueIdentifier: UInt32 = 0x5FC102
    /// The fingerprints; readable after the PIN.
    public static let fingerprints: UInt32 = 0x5FC103
    /// The security object.
    public static let securityObject: UInt32 = 0x5FC106
    /// The card capability container (CCC).
    public static let cardCapabilityContainer: UInt32 = 0x5FC107
    /// The facial image; readable after the PIN.
    public static let facialImage: UInt32 = 0x5FC108
    /// The printed information, where Yubico's programs keep the management key; readable after the PIN.
    public static let printedInformation: UInt32 = 0x5FC109
    /// The iris images; readable after the PIN.
    public static let irisImages: UInt32 = 0x5FC121
    /// The pairing code; readable after the PIN.
    public static let pairingCode: UInt32 = 0x5FC123
    /// Yubico's note on where the management key is kept.
    public static let administratorData: UInt32 = 0x5FFF00
    /// The certificate of the attestation key.
    public static let attestationCertificate: UInt32 = 0x5FFF01

    /// The objects that are readable after the PIN only.
    public static let pinProtected: Set<UInt32> = [
        fingerprints, facialImage, printedInformation, irisImages, pairingCode,
    ]

    /// The object with the certificate of a key reference; nil for a reference that has none.
    public static func certificate(of reference: UInt8) -> UInt32? {
        switch reference {
        case KeyReference.authentication: 0x5FC105
        case KeyReference.digitalSignature: 0x5FC10A
        case KeyReference.keyManagement: 0x5FC10B
        case KeyReference.cardAuthentication: 0x5FC101
        case KeyReference.retiredKeyManagement:
            0x5FC10D + UInt32(reference - KeyReference.retiredKeyManagement.lowerBound)
        case KeyReference.attestation: attestationCertificate
        default: nil
        }
    }
}
