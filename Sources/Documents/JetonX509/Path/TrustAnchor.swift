public import JetonASN1
import JetonOctets

/// A certificate that is trusted by the caller's word, with the limits of OpenSSL's trust settings if it has some.
///
/// - SeeAlso: openssl-x509(1), "Trust Settings": the PEM block `TRUSTED CERTIFICATE`.
public struct TrustAnchor: Hashable, Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// The purposes it is trusted for; nil for every purpose.
    public let trustedUsages: [OID]?
    /// The purposes it is not trusted for.
    public let rejectedUsages: [OID]
    /// When and for what a trust list trusts it; nil for an anchor that is trusted at all times.
    public let grants: [TrustGrant]?

    /// Makes an anchor without limits.
    public init(_ certificate: Certificate) {
        self.certificate = certificate
        trustedUsages = nil
        rejectedUsages = []
        grants = nil
    }

    /// Makes an anchor of a trust list.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - grants: When, and for what, it is trusted.
    public init(_ certificate: Certificate, grants: [TrustGrant]) {
        self.certificate = certificate
        trustedUsages = nil
        rejectedUsages = []
        self.grants = grants
    }

    /// Reads a certificate with X509_CERT_AUX behind it.
    private init(settings octets: [UInt8]) throws(EncodingError) {
        var reader = ASN1Reader(octets, rules: .basic)
        certificate = try Certificate(reader.next())
        grants = nil
        guard !reader.isAtEnd else {
            trustedUsages = nil
            rejectedUsages = []
            return
        }
        var settings = try reader.next(.sequence).members()
        try reader.finish()
        trustedUsages = try settings.nextIf(.sequence).map(TrustAnchor.usages)
        rejectedUsages = try settings.nextIf(.contextConstructed(0)).map(TrustAnchor.usages) ?? []
        // The alias, the key identifier and other algorithms limit nothing.
        _ = try settings.rest(limit: 3)
    }

    private static func usages(_ element: ASN1Element) throws(EncodingError) -> [OID] {
        var reader = try element.members()
        var usages: [OID] = []
        for usage in try reader.rest(limit: Certificate.extensionLimit) { usages.append(try usage.oid()) }
        return usages
    }

    /// Reads all certificates of a file: PEM with any number of blocks, or one certificate in DER.
    ///
    /// Blocks with other labels than `CERTIFICATE`, `X509 CERTIFICATE` and `TRUSTED CERTIFICATE` are passed over.
    ///
    /// - Returns: At least one.
    /// - Throws: ``DocumentError/Code/malformedPEM`` if there is none; as ``Certificate/init(derRepresentation:)``
    ///   otherwise.
    public static func parse(_ octets: [UInt8]) throws(DocumentError) -> [TrustAnchor] {
        guard PEM.isPresent(in: octets) else { return [TrustAnchor(try Certificate(derRepresentation: octets))] }
        var anchors: [TrustAnchor] = []
        for block in try readingPEM({ () throws(PEMError) in try PEM.parse(octets) }) {
            if let anchor = try TrustAnchor(block) { anchors.append(anchor) }
        }
        guard !anchors.isEmpty else { throw DocumentError(.malformedPEM, "there is no block 'CERTIFICATE'") }
        return anchors
    }

    /// Reads one PEM block; nil if its label is not that of a certificate.
    init?(_ block: PEM.Block) throws(DocumentError) {
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE":
            self.init(try Certificate(derRepresentation: block.octets))
        case "TRUSTED CERTIFICATE":
            self = try reading("certificate") { () throws(EncodingError) in try TrustAnchor(settings: block.octets) }
        default: return nil
        }
    }

    /// Why no trust list trusts the certificate for a purpose at a time; nil if one does, or the anchor is of no list.
    func refusal(for purpose: CertificatePurpose, at time: UniversalTime) -> String? {
        guard let grants, !grants.contains(where: { $0.covers(purpose, at: time) }) else { return nil }
        return "the trust list does not trust it for \(purpose.phrase) at \(time)"
    }

    /// Why the trust settings keep the certificate from being an anchor for a purpose; nil if they do not.
    ///
    /// As OpenSSL reads them: anyExtendedKeyUsage stands for every usage, and a list of trusted usages rejects all
    /// others.
    func refusal(for purpose: CertificatePurpose) -> String? {
        let usages = purpose.extendedKeyUsages + [.anyExtendedKeyUsage]
        if let rejected = rejectedUsages.first(where: { usages.contains($0) }) {
            return "its trust settings reject \(rejected.usageName)"
        }
        guard let trustedUsages else { return nil }
        guard purpose == .any ? trustedUsages.isEmpty : !trustedUsages.contains(where: { usages.contains($0) }) else {
            return nil
        }
        let names = trustedUsages.isEmpty ? "nothing" : trustedUsages.map(\.usageName).joined(separator: ", ")
        return "its trust settings trust it for \(names), not for \(purpose.phrase)"
    }
}
