/// Builds the path from a certificate to a trust anchor and checks it.
///
/// Checked are signatures, validity, basicConstraints with path length, keyCertSign, and that every critical extension
/// is known. Names constraints and policies are not processed: a critical nameConstraints fails. Revocation is not
/// looked at.
///
/// - SeeAlso: RFC 5280, 6.1; RFC 4158.
public struct CertificatePathBuilder: Sendable {
    /// How many certificates a path may have.
    static let lengthLimit = 16
    /// How many signatures one search may check, so that certificates with one name cannot multiply the work.
    static let checkLimit = 64

    /// The certificates that are trusted without a reason.
    public let anchors: [Certificate]
    /// Certificates that may stand between.
    public let intermediates: [Certificate]
    /// The moment at which all must be valid.
    public let time: UniversalTime

    /// Anchors and intermediates by their names, anchors first.
    private let bySubject: [[[String]]: [Certificate]]

    /// Makes a builder.
    public init(anchors: [Certificate], intermediates: [Certificate] = [], time: UniversalTime = .now) {
        self.anchors = anchors
        self.intermediates = intermediates
        self.time = time
        var seen: Set<Certificate> = []
        bySubject = Dictionary(
            grouping: (anchors + intermediates).filter { seen.insert($0).inserted },
            by: \.subject.canonicalForm
        )
    }

    /// Looks for a path.
    ///
    /// - Returns: The first trusted path, or else the most telling failure.
    public func path(for certificate: Certificate) -> CertificatePath {
        var search = Search(builder: self, remainingChecks: CertificatePathBuilder.checkLimit)
        if let trusted = search.extend([certificate]) { return trusted }
        return search.best ?? CertificatePath(certificates: [certificate], failures: [])
    }

    // MARK: - Search

    private struct Search {
        let builder: CertificatePathBuilder
        var remainingChecks: Int
        var best: CertificatePath?
        var isBestComplete = false

        /// Extends a path by every issuer in turn; returns the first trusted path.
        mutating func extend(_ path: [Certificate]) -> CertificatePath? {
            guard let last = path.last else { return nil }
            if builder.anchors.contains(last) {
                let found = CertificatePath(certificates: path, failures: builder.failures(of: path))
                if found.isTrusted { return found }
                if !isBestComplete { best = found }
                isBestComplete = true
                return nil
            }
            let candidates = builder.issuers(of: last).filter { !path.contains($0) }
            guard !candidates.isEmpty, path.count < CertificatePathBuilder.lengthLimit else {
                note(path, builder.missingIssuer(of: last))
                return nil
            }
            var isSigned = false
            var failure: CertificatePathFailure?
            for candidate in candidates {
                guard remainingChecks > 0 else {
                    failure = .init(reason: .searchTooLong, certificate: last, detail: "too many possible issuers")
                    break
                }
                remainingChecks -= 1
                switch last.checkSignature(by: candidate.publicKey) {
                case .valid:
                    isSigned = true
                    if let trusted = extend(path + [candidate]) { return trusted }
                case .invalid:
                    let detail = "the signature is not by the key of '\(candidate)'"
                    failure = .init(reason: .signatureInvalid, certificate: last, detail: detail)
                case .unsupported(let detail):
                    failure = .init(reason: .signatureUnsupported, certificate: last, detail: detail)
                }
            }
            if !isSigned, let failure { note(path, failure) }
            return nil
        }

        /// Keeps the longest path that ended without an anchor.
        private mutating func note(_ path: [Certificate], _ failure: CertificatePathFailure) {
            guard !isBestComplete, path.count > best?.certificates.count ?? 0 else { return }
            best = CertificatePath(certificates: path, failures: [failure] + builder.failures(of: path))
        }
    }

    /// Certificates with the issuer's name, anchors first; those with another key identifier are left out.
    private func issuers(of certificate: Certificate) -> [Certificate] {
        (bySubject[certificate.issuer.canonicalForm] ?? []).filter { candidate in
            guard let wanted = certificate.authorityKeyIdentifier, let offered = candidate.subjectKeyIdentifier else {
                return true
            }
            return wanted == offered
        }
    }

    private func missingIssuer(of certificate: Certificate) -> CertificatePathFailure {
        if certificate.isSelfIssued {
            let detail = "it is self-signed and not among the trust anchors"
            return CertificatePathFailure(reason: .selfSigned, certificate: certificate, detail: detail)
        }
        let detail = "the certificate of its issuer '\(certificate.issuer)' is missing"
        return CertificatePathFailure(reason: .issuerUnknown, certificate: certificate, detail: detail)
    }

    // MARK: - Checks

    /// Extensions that are either checked or say nothing that could make a path invalid here.
    private static let knownExtensions: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .subjectKeyIdentifier,
        .authorityKeyIdentifier, .certificatePolicies, .cRLDistributionPoints, .authorityInformationAccess,
    ]

    private func failures(of path: [Certificate]) -> [CertificatePathFailure] {
        var found: [CertificatePathFailure] = []
        var authoritiesBelow = 0
        for (index, certificate) in path.enumerated() {
            let isAnchor = anchors.contains(certificate)
            found += failures(of: certificate, isAnchor: isAnchor)
            guard index > 0 else { continue }
            found += authorityFailures(of: certificate, isAnchor: isAnchor, authoritiesBelow: authoritiesBelow)
            if !certificate.isSelfIssued { authoritiesBelow += 1 }
        }
        return found
    }

    private func failures(of certificate: Certificate, isAnchor: Bool) -> [CertificatePathFailure] {
        var found: [CertificatePathFailure] = []
        func add(_ reason: CertificatePathFailure.Reason, _ detail: String) {
            found.append(CertificatePathFailure(reason: reason, certificate: certificate, detail: detail))
        }
        if time < certificate.notBefore { add(.notYetValid, "it is valid from \(certificate.notBefore) on") }
        if time > certificate.notAfter { add(.expired, "it expired at \(certificate.notAfter)") }
        for unknown in certificate.extensions
        where unknown.isCritical && !CertificatePathBuilder.knownExtensions.contains(unknown.oid) {
            add(.criticalExtensionUnknown, "its critical extension \(unknown.oid) is not known")
        }
        // What an anchor's own signature says is not relied upon.
        guard !isAnchor else { return found }
        if certificate.signatureAlgorithm != certificate.innerSignatureAlgorithm {
            add(.algorithmAmbiguous, "its two fields for the signature's algorithm differ")
        }
        if SignatureScheme(certificate.signatureAlgorithm)?.hash?.isWeak == true {
            add(.algorithmWeak, "it is signed over SHA-1")
        }
        return found
    }

    private func authorityFailures(
        of certificate: Certificate,
        isAnchor: Bool,
        authoritiesBelow: Int
    ) -> [CertificatePathFailure] {
        var found: [CertificatePathFailure] = []
        func add(_ reason: CertificatePathFailure.Reason, _ detail: String) {
            found.append(CertificatePathFailure(reason: reason, certificate: certificate, detail: detail))
        }
        // An anchor of version 1 has no extensions to say so; it is trusted by the caller's word.
        let isOldAnchor = isAnchor && certificate.extensions.isEmpty
        if !isOldAnchor, certificate.basicConstraints?.isAuthority != true {
            add(.notAnAuthority, "it is no authority (basicConstraints) but signed a certificate")
        }
        if certificate.firstExtension(.keyUsage) != nil,
            certificate.keyUsage?.contains(.keyCertSign) != true
        {
            add(.certificateSigningNotAllowed, "its keyUsage does not allow it to sign certificates")
        }
        if let limit = certificate.basicConstraints?.pathLength, authoritiesBelow > limit {
            add(.pathTooLong, "\(authoritiesBelow) authorities follow it, and it allows \(limit)")
        }
        return found
    }
}
