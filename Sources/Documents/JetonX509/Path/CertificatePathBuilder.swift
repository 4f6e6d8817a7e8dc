public import JetonASN1

/// Builds the path from a certificate to a trust anchor and checks it.
///
/// A path is trusted if each signature holds and ``CertificatePathFailure/Reason`` has no reason against it: validity,
/// purpose, basicConstraints with path length, keyCertSign, name constraints, policies with their mappings and
/// constraints, the strength of keys and hashes, DER, and no critical extension but those that are processed.
/// Revocation is not checked. A search ends after 1,000 certificates, 64 signatures or a second of processor time.
///
/// - SeeAlso: RFC 5280, 6.1; RFC 4158; RFC 9618.
public struct CertificatePathBuilder: Sendable {
    /// How many certificates a path may have.
    static let lengthLimit = 16
    /// How many signatures one search may check, so that certificates with one name cannot multiply the work.
    static let checkLimit = 64

    /// The certificates that are trusted by the caller's word.
    public let trust: TrustStore
    /// Certificates that may stand between.
    public let intermediates: [Certificate]
    /// What the certificate and those above it must be meant for.
    public let purpose: CertificatePurpose
    /// The time at which all must be valid.
    public let time: UniversalTime
    /// What the path's certificate policies must be.
    public let policies: PolicySettings

    /// Intermediates, each once, with the canonical form of their names.
    private let named: [(name: [UInt8], certificate: Certificate)]

    /// Makes a builder.
    public init(
        trust: TrustStore,
        intermediates: [Certificate] = [],
        purpose: CertificatePurpose,
        time: UniversalTime = .now,
        policies: PolicySettings = PolicySettings()
    ) {
        self.policies = policies
        self.trust = trust
        self.intermediates = intermediates
        self.purpose = purpose
        self.time = time
        // Not a dictionary: there are few, and each generic type costs a new process a search for its conformances.
        var named: [(name: [UInt8], certificate: Certificate)] = []
        for certificate in intermediates where !named.contains(where: { $0.certificate == certificate }) {
            named.append((certificate.subject.canonicalForm, certificate))
        }
        self.named = named
    }

    /// Looks for a path.
    ///
    /// - Returns: The first trusted path, or else the most telling failure.
    public func path(for certificate: Certificate) -> CertificatePath {
        var budget = WorkBudget()
        return path(for: certificate, within: &budget)
    }

    /// Looks for a path.
    ///
    /// - Parameters:
    ///   - certificate: The certificate that the path starts with.
    ///   - budget: What the search may cost, which several searches for one document share.
    /// - Returns: The first trusted path, or else the most telling failure.
    package func path(for certificate: Certificate, within budget: inout WorkBudget) -> CertificatePath {
        var search = Search(builder: self, budget: budget, remainingChecks: CertificatePathBuilder.checkLimit)
        defer { budget = search.budget }
        if let trusted = search.extend([certificate]) { return trusted }
        return search.best
            ?? CertificatePath(
                certificates: [certificate],
                failures: [missingIssuer(of: certificate)],
                policies: [],
                reachesAnchor: false
            )
    }

    // MARK: - Search

    private struct Search {
        let builder: CertificatePathBuilder
        var budget: WorkBudget
        var remainingChecks: Int
        var best: CertificatePath?
        var isBestComplete = false

        /// Extends a path by every issuer in turn; returns the first trusted path.
        mutating func extend(_ path: [Certificate]) -> CertificatePath? {
            guard let last = path.last else { return nil }
            switch builder.trust.standing(of: last, for: builder.purpose, at: builder.time) {
            case .trusted:
                let found = builder.completed(path)
                if found.isTrusted { return found }
                if !isBestComplete { best = found }
                isBestComplete = true
                return nil
            case .refused(let detail):
                note(path, CertificatePathFailure(.anchorRefused, last, detail))
                return nil
            case .absent: break
            }
            let candidates = builder.issuers(of: last).filter { !path.contains($0) }
            guard !candidates.isEmpty else {
                note(path, builder.missingIssuer(of: last))
                return nil
            }
            guard path.count < CertificatePathBuilder.lengthLimit else {
                let detail = "paths of more than \(CertificatePathBuilder.lengthLimit) certificates are not supported"
                note(path, CertificatePathFailure(.searchTooLong, last, detail))
                return nil
            }
            var isSigned = false
            var failure: CertificatePathFailure?
            for candidate in candidates {
                guard remainingChecks > 0, budget.takeStep(), budget.takeCheck(by: candidate.publicKey) else {
                    failure = CertificatePathFailure(
                        .searchTooLong,
                        last,
                        "too many certificates could be its issuer, or checking their signatures would take too long"
                    )
                    break
                }
                remainingChecks -= 1
                switch last.checkSignature(by: candidate.publicKey) {
                case .valid:
                    isSigned = true
                    if let trusted = extend(path + [candidate]) { return trusted }
                case .invalid:
                    let detail = "the signature was not made by the key of '\(candidate)'"
                    failure = CertificatePathFailure(.signatureInvalid, last, detail)
                case .unsupported(let detail):
                    failure = CertificatePathFailure(.signatureUnsupported, last, detail)
                }
            }
            if !isSigned, let failure { note(path, failure) }
            return nil
        }

        /// Keeps the longest path that ended without an anchor.
        private mutating func note(_ path: [Certificate], _ failure: CertificatePathFailure) {
            guard !isBestComplete, path.count > best?.certificates.count ?? 0 else { return }
            best = CertificatePath(
                certificates: path,
                failures: [failure] + builder.failures(of: path, reachesAnchor: false),
                policies: [],
                reachesAnchor: false
            )
        }
    }

    /// Certificates with the issuer's name, anchors first; those with another key identifier are left out, and of the
    /// others those with the same identifier and those valid at the time come first.
    private func issuers(of certificate: Certificate) -> [Certificate] {
        let name = certificate.issuer.canonicalForm
        let wanted = certificate.authorityKeyIdentifier
        var found: [Certificate] = []
        func add(_ candidate: Certificate) {
            if let wanted, let offered = candidate.subjectKeyIdentifier, wanted != offered { return }
            if !found.contains(candidate) { found.append(candidate) }
        }
        for anchor in trust.certificates(named: name) { add(anchor) }
        let anchorCount = found.count
        for candidate in named where candidate.name == name { add(candidate.certificate) }
        guard found.count - anchorCount > 1 else { return found }
        func rank(_ candidate: Certificate) -> Int {
            (wanted != nil && candidate.subjectKeyIdentifier == wanted ? 0 : 2) + (candidate.isValid(at: time) ? 0 : 1)
        }
        let others = found[anchorCount...]
        return found[..<anchorCount] + (0...3).flatMap { place in others.filter { rank($0) == place } }
    }

    private func missingIssuer(of certificate: Certificate) -> CertificatePathFailure {
        if certificate.isSelfIssued {
            let detail = "it is self-signed and not among the trust anchors"
            return CertificatePathFailure(.selfSigned, certificate, detail)
        }
        let detail = "the certificate of its issuer '\(certificate.issuer)' is missing"
        return CertificatePathFailure(.issuerUnknown, certificate, detail)
    }

    private func failures(of path: [Certificate], reachesAnchor: Bool) -> [CertificatePathFailure] {
        CertificatePathCheck(path: path, reachesAnchor: reachesAnchor, purpose: purpose, time: time).failures
    }

    private func completed(_ path: [Certificate]) -> CertificatePath {
        let policy = PolicyCheck(path: path.dropLast(), settings: policies)
        return CertificatePath(
            certificates: path,
            failures: failures(of: path, reachesAnchor: true) + (policy.failure.map { [$0] } ?? []),
            policies: policy.failure == nil ? policy.policies : [],
            reachesAnchor: true
        )
    }
}
