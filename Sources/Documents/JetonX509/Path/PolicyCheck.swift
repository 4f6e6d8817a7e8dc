import JetonASN1

/// The processing of certificate policies along one path.
///
/// - SeeAlso: RFC 5280, 6.1.2 to 6.1.5; RFC 9618.
struct PolicyCheck {
    /// Why the policies do not allow the path; nil if they do.
    private(set) var failure: CertificatePathFailure?
    /// The acceptable policies that hold for the path, as the anchor's domain names them; anyPolicy if all do.
    private(set) var policies: [OID] = []

    private let settings: PolicySettings
    private var graph = PolicyGraph()
    /// How many certificates may follow before each demand holds.
    private var explicitPolicy: Int
    private var policyMapping: Int
    private var anyPolicy: Int

    /// Processes a path.
    ///
    /// - Parameters:
    ///   - path: The certificate asked about first, without the anchor.
    ///   - settings: The acceptable policies, and which demands hold from the anchor on.
    init(path: some BidirectionalCollection<Certificate>, settings: PolicySettings) {
        self.settings = settings
        let none = path.count + 1
        explicitPolicy = settings.requiresPolicy ? 0 : none
        policyMapping = settings.inhibitsMapping ? 0 : none
        anyPolicy = settings.inhibitsAnyPolicy ? 0 : none
        guard let last = path.first else { return }
        for certificate in path.reversed() {
            let isLast = certificate == last
            add(certificate, isLast: isLast)
            if failure == nil { isLast ? finish(certificate) : prepare(after: certificate) }
            guard failure == nil else { return }
        }
    }

    /// RFC 5280, 6.1.3 (d) to (f).
    private mutating func add(_ certificate: Certificate, isLast: Bool) {
        if let policies = certificate.policies {
            let acceptsAny = anyPolicy > 0 || (!isLast && certificate.isSelfIssued)
            if !graph.isEmpty { graph.add(policies, acceptsAny: acceptsAny) }
        } else {
            graph.clear()
        }
        guard explicitPolicy <= 0, graph.isEmpty else { return }
        failure = missing(certificate)
    }

    /// RFC 5280, 6.1.4 (a), (b), and (h) to (j).
    private mutating func prepare(after certificate: Certificate) {
        if let mappings = certificate.policyMappings {
            guard !mappings.contains(where: { $0.issuerPolicy == .anyPolicy || $0.subjectPolicy == .anyPolicy }) else {
                let detail = "its policyMappings map anyPolicy, which means every policy"
                failure = CertificatePathFailure(.policyMappingInvalid, certificate, detail)
                return
            }
            graph.map(mappings, isAllowed: policyMapping > 0)
        }
        if !certificate.isSelfIssued {
            explicitPolicy -= explicitPolicy > 0 ? 1 : 0
            policyMapping -= policyMapping > 0 ? 1 : 0
            anyPolicy -= anyPolicy > 0 ? 1 : 0
        }
        explicitPolicy = min(explicitPolicy, certificate.policyConstraints?.requireExplicitPolicy ?? .max)
        policyMapping = min(policyMapping, certificate.policyConstraints?.inhibitPolicyMapping ?? .max)
        anyPolicy = min(anyPolicy, certificate.inhibitAnyPolicy ?? .max)
    }

    /// RFC 5280, 6.1.5 (a), (b) and (g); RFC 9618, 5.3.
    private mutating func finish(_ certificate: Certificate) {
        explicitPolicy -= explicitPolicy > 0 ? 1 : 0
        if certificate.policyConstraints?.requireExplicitPolicy == 0 { explicitPolicy = 0 }
        policies = graph.authorityPolicies
        if let acceptable = settings.acceptable, !acceptable.contains(.anyPolicy) {
            let ordered = acceptable.sorted { $0.contents.lexicographicallyPrecedes($1.contents) }
            policies = policies == [.anyPolicy] ? ordered : policies.filter { acceptable.contains($0) }
        }
        if explicitPolicy <= 0, policies.isEmpty { failure = missing(certificate) }
    }

    private func missing(_ certificate: Certificate) -> CertificatePathFailure {
        let detail =
            settings.requiresPolicy
            ? "the path has no acceptable certificate policy"
            : "the path has no certificate policy, and an authority in it requires one (policyConstraints)"
        return CertificatePathFailure(.policyMissing, certificate, detail)
    }
}
