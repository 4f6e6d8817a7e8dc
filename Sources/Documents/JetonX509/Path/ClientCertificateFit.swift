package import JetonASN1

/// Whether a certificate is one that a server will take from a client, and why not.
package struct ClientCertificateFit: Hashable, Sendable {
    /// Why the server will not take it, or may not; none if it fits.
    package let reasons: [String]
    /// Whether it fits.
    package var fits: Bool { reasons.isEmpty }

    /// Compares.
    ///
    /// - Parameters:
    ///   - certificate: The client's certificate.
    ///   - others: Certificates that may stand above it.
    ///   - authorities: Those that the server named; none for any.
    ///   - hasKey: Whether the key is on the same token.
    ///   - time: The time.
    package init(
        of certificate: Certificate,
        others: [Certificate],
        authorities: [DistinguishedName],
        hasKey: Bool,
        at time: UniversalTime = .now
    ) {
        var reasons: [String] = []
        if !hasKey { reasons.append("the token does not show its key without a PIN") }
        if certificate.basicConstraints?.isAuthority == true { reasons.append("it is an authority's certificate") }
        if time < certificate.notBefore { reasons.append("it is not valid before \(certificate.notBefore)") }
        if certificate.notAfter < time { reasons.append("it was valid until \(certificate.notAfter)") }
        if let usages = certificate.extendedKeyUsage, !usages.contains(.clientAuth),
            !usages.contains(.anyExtendedKeyUsage)
        {
            reasons.append("its extendedKeyUsage does not include clientAuth")
        }
        if let usage = certificate.keyUsage, !usage.contains(.digitalSignature) {
            reasons.append("its keyUsage does not include digitalSignature")
        }
        if !ClientCertificateFit.hasTLSKey(certificate) {
            reasons.append("TLS does not support signatures by its key (\(certificate.publicKey))")
        }
        if !authorities.isEmpty, !ClientCertificateFit.leads(certificate, through: others, to: authorities) {
            reasons.append("its issuer, \(certificate.issuer), is not among the authorities that the server accepts")
        }
        self.reasons = reasons
    }

    private static func hasTLSKey(_ certificate: Certificate) -> Bool {
        switch certificate.publicKey.kind {
        case .rsa, .ed25519, .ellipticCurve(.p256, _), .ellipticCurve(.p384, _), .ellipticCurve(.p521, _): true
        default: false
        }
    }

    /// Whether one of the authorities issued the certificate, or one above it.
    private static func leads(
        _ certificate: Certificate,
        through others: [Certificate],
        to authorities: [DistinguishedName]
    ) -> Bool {
        var current = certificate
        // A chain is not longer than libssl sends it.
        for _ in 0..<10 {
            if authorities.contains(where: { $0.matches(current.issuer) }) { return true }
            let above = others.first { $0.subject.matches(current.issuer) && $0 != current }
            guard let above else { break }
            current = above
        }
        return false
    }
}
