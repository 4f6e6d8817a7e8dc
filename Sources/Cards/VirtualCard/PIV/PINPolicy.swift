/// When a private key asks for the PIN.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 3.3; Yubico PIV extensions.
enum PINPolicy: UInt8, Hashable, Sendable {
    /// At no time.
    case never = 0x01
    /// Once after the application was selected.
    case once = 0x02
    /// Before each use.
    case always = 0x03

    /// What a key reference has if nothing else is asked for.
    static func standard(_ reference: UInt8) -> PINPolicy {
        switch reference {
        case KeyReference.digitalSignature: .always
        case KeyReference.cardAuthentication, KeyReference.attestation: .never
        default: .once
        }
    }
}
