package import JetonASN1
import JetonOctets
package import JetonX509

/// What a PIV card says of a key that it has made: a certificate of the key by the card's attestation key.
///
/// - SeeAlso: Yubico's PIV attestation, extensions below 1.3.6.1.4.1.41482.3.
package struct PIVAttestation {
    /// When the card asks for the PIN.
    package enum PINPolicy: UInt8, Hashable, Sendable {
        /// Never.
        case never = 1
        /// Once after each connection.
        case once = 2
        /// For each signature.
        case always = 3
    }

    /// When the card asks for a touch.
    package enum TouchPolicy: UInt8, Hashable, Sendable {
        /// Never.
        case never = 1
        /// For each signature.
        case always = 2
        /// For each signature, and not again for 15 seconds.
        case cached = 3
    }

    /// The attestation of the key.
    package let certificate: Certificate
    /// The certificates above it, that of the attestation key first.
    package let issuers: [Certificate]
    /// The card's serial number; nil if it is not stated.
    package let serialNumber: UInt64?
    /// The version of the firmware, such as `5.4.3`; nil if it is not stated.
    package let firmware: String?
    /// The PIN policy; nil if it is not stated, or is not known here.
    package let pinPolicy: PINPolicy?
    /// The touch policy; nil if it is not stated, or is not known here.
    package let touchPolicy: TouchPolicy?

    private static let firmwareType = OID(1, 3, 6, 1, 4, 1, 41_482, 3, 3)
    private static let serialType = OID(1, 3, 6, 1, 4, 1, 41_482, 3, 7)
    private static let policyType = OID(1, 3, 6, 1, 4, 1, 41_482, 3, 8)

    /// Reads an attestation; nil if the first certificate does not state a firmware, as a card's does.
    ///
    /// A vendor's root may stand above other certificates too, and these say nothing of where their keys were made.
    ///
    /// - Parameter certificates: The attestation first, then the certificates above it.
    package init?(_ certificates: [Certificate]) {
        guard let certificate = certificates.first, certificate.firstExtension(PIVAttestation.firmwareType) != nil
        else { return nil }
        self.certificate = certificate
        issuers = Array(certificates.dropFirst())
        let version = certificate.firstExtension(PIVAttestation.firmwareType)?.value ?? []
        firmware = version.count == 3 ? version.map { String($0) }.joined(separator: ".") : nil
        let serial = certificate.firstExtension(PIVAttestation.serialType).flatMap {
            try? ASN1Element.parse($0.value, rules: .basic).unsignedInteger()
        }
        serialNumber = serial.flatMap { octets in
            octets.count <= 8 ? octets.reduce(0) { $0 << 8 | UInt64($1) } : nil
        }
        let policies = certificate.firstExtension(PIVAttestation.policyType)?.value ?? []
        pinPolicy = policies.count == 2 ? PINPolicy(rawValue: policies[0]) : nil
        touchPolicy = policies.count == 2 ? TouchPolicy(rawValue: policies[1]) : nil
    }

    /// Why the attestation does not prove that a card made a key; nil if it does.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - trust: The anchors of cards' vendors.
    ///   - time: When the path must be valid.
    /// - Returns: The reason, a clause.
    package func refusal(of key: PublicKey, trust: TrustStore, at time: UniversalTime = .now) -> String? {
        guard certificate.publicKey.kind == key.kind else { return "it attests another key" }
        let builder = CertificatePathBuilder(trust: trust, intermediates: issuers, purpose: .any, time: time)
        let path = builder.path(for: certificate)
        guard path.isTrusted else {
            return path.failures.first?.description ?? "it has no certificate path to a trusted card vendor"
        }
        // An anchor that were the attestation itself would prove nothing about a card.
        guard path.certificates.count > 1 else { return "it is trusted directly, not through a card vendor" }
        return nil
    }
}
