public import JetonASN1

/// When, and for what, a trust list trusts a certificate.
public struct TrustGrant: Hashable, Sendable {
    /// What for.
    public let purposes: [CertificatePurpose]
    /// From when on.
    public let start: UniversalTime
    /// Until when, that time excluded; nil for no end.
    public let end: UniversalTime?

    /// Makes a grant.
    public init(purposes: [CertificatePurpose], start: UniversalTime, end: UniversalTime? = nil) {
        self.purposes = purposes
        self.start = start
        self.end = end
    }

    /// Whether it holds at a time for a purpose.
    func covers(_ purpose: CertificatePurpose, at time: UniversalTime) -> Bool {
        start <= time && end.map { time < $0 } ?? true && (purpose == .any || purposes.contains(purpose))
    }
}
