import JetonASN1
import JetonOctets

@testable import JetonX509

/// A revocation list of an authority, made octet by octet so that it can be wrong in any way.
struct MadeList {
    var issuer: MadeCertificate
    var thisUpdate = UniversalTime.now.adding(days: -1)
    var nextUpdate: UniversalTime? = UniversalTime.now.adding(days: 1)
    var number: UInt64 = 1
    var base: UInt64?
    /// The contents of issuingDistributionPoint.
    var scope: [UInt8]?
    var more: [CertificateExtension] = []
    /// Each an entry in DER.
    var entries: [[UInt8]] = []

    init(_ issuer: MadeCertificate) { self.issuer = issuer }

    /// One entry.
    static func entry(
        _ certificate: Certificate,
        date: UniversalTime = UniversalTime.now.adding(days: -1),
        _ extensions: [CertificateExtension] = []
    ) -> [UInt8] {
        DER.sequence(
            DER.element(.integer, certificate.serialNumber),
            date.derRepresentation,
            extensions.isEmpty ? [] : DER.sequence(extensions.map(\.derRepresentation))
        )
    }

    static func reason(_ reason: RevocationReason) -> CertificateExtension {
        CertificateExtension(
            oid: .reasonCode,
            isCritical: false,
            value: DER.element(.enumerated, [UInt8(reason.rawValue)])
        )
    }

    static func issuer(_ name: DistinguishedName) throws -> CertificateExtension {
        CertificateExtension(
            oid: .certificateIssuer,
            isCritical: true,
            value: DER.sequence(try GeneralName.directoryName(name).derRepresentation)
        )
    }

    var derRepresentation: [UInt8] {
        get throws {
            var extensions = [CertificateExtension(oid: .cRLNumber, isCritical: false, value: DER.integer(number))]
            if let base {
                extensions.append(
                    CertificateExtension(oid: .deltaCRLIndicator, isCritical: true, value: DER.integer(base))
                )
            }
            if let scope {
                extensions.append(
                    CertificateExtension(oid: .issuingDistributionPoint, isCritical: true, value: scope)
                )
            }
            let algorithm = SignatureAlgorithm.ecdsa(.sha256).algorithmIdentifier.derRepresentation
            let body = DER.sequence(
                DER.integer(1),
                algorithm,
                issuer.certificate.subject.derRepresentation,
                thisUpdate.derRepresentation,
                nextUpdate?.derRepresentation ?? [],
                entries.isEmpty ? [] : DER.sequence(entries),
                DER.explicit(0, DER.sequence((extensions + more).map(\.derRepresentation)))
            )
            let signature = try issuer.key.signChecked(body, algorithm: .ecdsa(.sha256)).signature
            return DER.sequence(body, algorithm, DER.bitString(signature))
        }
    }

    func list(_ serials: [[UInt8]]) throws -> RevocationList {
        var reader = try RevocationListReader(serials: serials)
        let octets = try derRepresentation
        try reader.update(octets.span)
        return try reader.finish()
    }
}
