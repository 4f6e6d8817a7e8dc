public import JetonASN1
public import JetonX509

/// A service of a trust list, with every status that it has had.
///
/// - SeeAlso: ETSI TS 119 612 V2.3.1, 5.5 and 5.6.
public struct TrustService: Hashable, Sendable {
    /// What a service was from a time on.
    public struct Status: Hashable, Sendable {
        /// When it began.
        public let start: UniversalTime
        /// The URI of the type of service.
        public let type: String
        /// The URI of the status.
        public let status: String
        /// What a qualified service is for, by the URIs of additionalServiceInformation; empty if nothing is said.
        public let uses: [String]
        /// Whether an extension that must be understood is not understood here.
        public let hasUnknownRestriction: Bool

        /// Whether the status is one under which certificates of the service are trusted.
        public var isGranted: Bool {
            guard status.hasPrefix(Status.prefix) else { return false }
            return Status.granted.contains(String(status.dropFirst(Status.prefix.count)))
        }

        /// What the type of service is trusted for; empty for one that is trusted for nothing.
        public var purposes: [CertificatePurpose] {
            guard type.hasPrefix(Status.typePrefix), !hasUnknownRestriction else { return [] }
            // TS 119 612, 5.5.9.4: a service for web sites only vouches for no signer.
            let named = uses.filter { $0.hasPrefix(Status.usePrefix) }
            guard named.isEmpty || named.contains(where: { Status.signerUses.contains($0) }) else { return [] }
            return switch type.dropFirst(Status.typePrefix.count) {
            case "CA/QC", "CA/PKC", "NationalRootCA-QC": [.document, .email]
            case "TSA", "TSA/QTST", "TSA/TSS-QC", "TSA/TSS-AdESQCandQES": [.timestamp]
            default: []
            }
        }

        private static let prefix = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/"
        private static let usePrefix = "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/For"
        private static let signerUses: Set<String> = [usePrefix + "eSignatures", usePrefix + "eSeals"]
        private static let typePrefix = "http://uri.etsi.org/TrstSvc/Svctype/"
        /// TS 119 615, 4.4: the statuses since 2016, and those before.
        private static let granted: Set<String> = [
            "granted", "recognisedatnationallevel", "undersupervision", "supervisionincessation", "accredited",
        ]
    }

    /// The service's name.
    public let name: String
    /// The certificates that stand for it.
    public let certificates: [Certificate]
    /// Its statuses, the oldest first; each lasts until the next begins.
    public let statuses: [Status]

    /// When and for what its certificates are trusted.
    public var grants: [TrustGrant] {
        statuses.enumerated().compactMap { index, status in
            guard status.isGranted, !status.purposes.isEmpty else { return nil }
            let end = index + 1 < statuses.count ? statuses[index + 1].start : nil
            return TrustGrant(purposes: status.purposes, start: status.start, end: end)
        }
    }
}
