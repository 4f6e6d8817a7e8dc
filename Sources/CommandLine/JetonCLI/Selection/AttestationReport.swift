internal import Enrollment
internal import Octets
internal import X509

/// Attestations in words and as JSON.
enum AttestationReport {
    /// What an attestation states.
    static func members(_ attestation: PIVAttestation) -> [(String, JSON)] {
        [
            ("publicKey", .string(attestation.certificate.publicKey.description)),
            ("subject", .string(attestation.certificate.subject.description)),
            ("serialNumber", .text(attestation.serialNumber.map { String($0) })),
            ("firmware", .text(attestation.firmware)), ("pinPolicy", .text(attestation.pinPolicy.map { "\($0)" })),
            ("touchPolicy", .text(attestation.touchPolicy.map { "\($0)" })),
        ]
    }

    /// The same in a sentence.
    static func words(_ attestation: PIVAttestation) -> String {
        var parts: [String] = []
        if let serialNumber = attestation.serialNumber { parts.append("card \(serialNumber)") }
        if let firmware = attestation.firmware { parts.append("firmware \(firmware)") }
        if let policy = attestation.pinPolicy { parts.append("PIN \(policy)") }
        if let policy = attestation.touchPolicy { parts.append("touch \(policy)") }
        return parts.joined(separator: ", ")
    }
}
