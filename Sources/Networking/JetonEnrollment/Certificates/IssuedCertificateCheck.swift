package import JetonASN1
package import JetonX509

/// What is noticed about a certificate before it goes onto the token.
package enum IssuedCertificateCheck {
    /// How many days before its end a new certificate is worth a warning.
    package static let daysBeforeEnd = 30

    /// Whether a certificate can take the place of another one for the same key: same subject, valid now and for longer,
    /// and signed by the same key.
    ///
    /// - Parameters:
    ///   - certificate: The new certificate.
    ///   - former: The other one.
    ///   - issuers: What is known of authorities, trusted or not.
    ///   - now: The time.
    /// - Returns: Whether it can.
    package static func replaces(
        _ certificate: Certificate,
        _ former: Certificate,
        issuers: [Certificate],
        at now: UniversalTime = .now
    ) -> Bool {
        certificate.subject.matches(former.subject) && certificate.issuer.matches(former.issuer)
            && certificate.notBefore <= now && now < certificate.notAfter && former.notAfter <= certificate.notAfter
            // The names are anybody's to write.
            && issuers.contains { issuer in
                issuer.subject.matches(former.issuer)
                    && [certificate, former].allSatisfy { $0.checkSignature(by: issuer.publicKey) == .valid }
            }
    }

    /// What a person should know about a new certificate, a sentence each.
    ///
    /// - Parameters:
    ///   - certificate: The new certificate.
    ///   - request: What was requested; nil if that is not known.
    ///   - others: The certificates that are on the token.
    ///   - now: The time.
    /// - Returns: The sentences, without a full stop.
    package static func warnings(
        _ certificate: Certificate,
        request: CertificationRequest?,
        others: [Certificate],
        at now: UniversalTime = .now
    ) -> [String] {
        var warnings: [String] = []
        if certificate.notAfter < now {
            warnings.append("the certificate expired on \(certificate.notAfter)")
        } else if certificate.notAfter < now.adding(days: daysBeforeEnd) {
            warnings.append("the certificate expires soon, on \(certificate.notAfter)")
        }
        if certificate.isSelfIssued { warnings.append("the certificate is self-issued, not issued by an authority") }
        if now < certificate.notBefore {
            warnings.append("the certificate is not valid before \(certificate.notBefore)")
        }
        if let scheme = SignatureScheme(certificate.signatureAlgorithm) {
            if scheme.hash?.isWeak == true { warnings.append("the authority signed the certificate with \(scheme)") }
        } else {
            warnings.append("the certificate's signature algorithm is not supported")
        }
        if case .rsa = certificate.publicKey.kind, let bits = certificate.publicKey.bitCount, bits < 2048 {
            warnings.append("the RSA key has only \(bits) bits")
        }
        if let request, !certificate.subject.matches(request.subject) {
            warnings.append("the subject is '\(certificate.subject)', not the requested '\(request.subject)'")
        }
        let sameKey = others.filter { $0 != certificate && $0.publicKey.kind == certificate.publicKey.kind }
        if !sameKey.isEmpty {
            let noun = sameKey.count == 1 ? "another certificate" : "\(sameKey.count) other certificates"
            warnings.append("the token has \(noun) for the same key")
        }
        return warnings
    }
}
