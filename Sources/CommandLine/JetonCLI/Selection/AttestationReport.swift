internal import JetonEnrollment
internal import JetonOctets
internal import JetonX509

/// Attestations in words and as JSON.
enum AttestationReport {
    /// What an attestation states.
    static func members(_ attestation: PIVAttestation) -> JSON.Members {
        [
            "publicKey": attestation.certificate.publicKey.description,
            "subject": attestation.certificate.subject.description,
            "serialNumber": attestation.serialNumber.map { String($0) }, "firmware": attestation.firmware,
            "pinPolicy": attestation.pinPolicy.map { "\($0)" }, "touchPolicy": attestation.touchPolicy.map { "\($0)" },
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
