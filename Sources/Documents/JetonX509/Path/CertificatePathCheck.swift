import JetonASN1

/// The rules that a path must obey, each in a function of its own.
///
/// Signatures are checked while the path is built. A critical extension that no rule here applies fails the path.
///
/// - SeeAlso: RFC 5280, 6.1.3 to 6.1.5.
struct CertificatePathCheck {
    /// The signer's certificate first.
    let path: [Certificate]
    /// Whether the last certificate is a trust anchor.
    let reachesAnchor: Bool
    let purpose: CertificatePurpose
    let time: UniversalTime

    /// The extensions that the rules here apply.
    private static let processedExtensions: [OID] = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .nameConstraints, .subjectAlternativeName,
        .subjectKeyIdentifier, .authorityKeyIdentifier, .certificatePolicies, .policyMappings, .policyConstraints,
        .inhibitAnyPolicy,
    ]

    /// Everything that stands against the path, the signer's certificate first.
    var failures: [CertificatePathFailure] {
        var found: [CertificatePathFailure] = []
        var authoritiesBelow = 0
        for (index, certificate) in path.enumerated() {
            let isAnchor = reachesAnchor && index == path.count - 1
            found +=
                validity(certificate) + extensions(certificate, isAnchor: isAnchor)
                + strength(certificate, isAnchor: isAnchor)
            found += purpose(certificate, isSigner: index == 0)
            guard index > 0 else { continue }
            found += authority(certificate, isAnchor: isAnchor, authoritiesBelow: authoritiesBelow)
            if !certificate.isSelfIssued { authoritiesBelow += 1 }
        }
        return found + names()
    }

    private typealias Failure = CertificatePathFailure

    // MARK: - One certificate

    private func validity(_ certificate: Certificate) -> [Failure] {
        if time < certificate.notBefore {
            return [Failure(.notYetValid, certificate, "it is not valid before \(certificate.notBefore)")]
        }
        guard time > certificate.notAfter else { return [] }
        return [Failure(.expired, certificate, "it expired at \(certificate.notAfter)")]
    }

    private func extensions(_ certificate: Certificate, isAnchor: Bool) -> [Failure] {
        var found: [Failure] = []
        for (index, member) in certificate.extensions.enumerated() {
            guard !certificate.extensions[..<index].contains(where: { $0.oid == member.oid }) else {
                found.append(
                    Failure(.extensionDuplicated, certificate, "it contains the extension \(member.oid) twice")
                )
                continue
            }
            if CertificatePathCheck.processedExtensions.contains(member.oid) {
                guard !certificate.canRead(member.oid, isAnchor: isAnchor) else {
                    found += qualifiers(certificate, member)
                    continue
                }
                if let limit = certificate.exceededLimit(member.oid) {
                    let detail = "its extension \(member.oid) has more than the \(limit) supported entries"
                    found.append(Failure(.searchTooLong, certificate, detail))
                    continue
                }
                found.append(Failure(.extensionMalformed, certificate, "its extension \(member.oid) is malformed"))
            } else if member.isCritical {
                let detail = "its critical extension \(member.oid) is not supported"
                found.append(Failure(.criticalExtensionUnknown, certificate, detail))
            }
        }
        return found
    }

    /// RFC 5280, 4.2.1.4: who processes critical certificatePolicies must understand their qualifiers.
    private func qualifiers(_ certificate: Certificate, _ member: CertificateExtension) -> [Failure] {
        guard member.oid == .certificatePolicies, member.isCritical, let kind = certificate.unknownPolicyQualifier
        else {
            return []
        }
        let detail = "its critical extension \(member.oid) has the policy qualifier \(kind), which is not supported"
        return [Failure(.criticalExtensionUnknown, certificate, detail)]
    }

    private func strength(_ certificate: Certificate, isAnchor: Bool) -> [Failure] {
        var found: [Failure] = []
        if let weakness = KeyStrength.weakness(of: certificate.publicKey) {
            found.append(Failure(.weakKey, certificate, weakness))
        }
        // An anchor's own signature proves nothing and is not relied upon.
        guard !isAnchor else { return found }
        if !Strictness.isDistinguished(certificate.derRepresentation) {
            found.append(Failure(.notDistinguished, certificate, "it is not encoded in DER"))
        }
        if certificate.signatureAlgorithm != certificate.innerSignatureAlgorithm {
            let detail = "its two signature algorithm fields differ"
            found.append(Failure(.algorithmAmbiguous, certificate, detail))
        }
        if let hash = SignatureScheme(certificate.signatureAlgorithm)?.hash, hash.isWeak {
            found.append(Failure(.algorithmWeak, certificate, "it is signed with \(hash)"))
        }
        return found
    }

    private func purpose(_ certificate: Certificate, isSigner: Bool) -> [Failure] {
        purpose.refusal(of: certificate, isSigner: isSigner).map {
            [Failure(.purposeNotAllowed, certificate, $0)]
        } ?? []
    }

    // MARK: - Certificates of one path

    private func authority(_ certificate: Certificate, isAnchor: Bool, authoritiesBelow: Int) -> [Failure] {
        var found: [Failure] = []
        // An anchor of version 1 has no extensions to say so; it is trusted by the caller's word.
        let isOldAnchor = isAnchor && certificate.extensions.isEmpty
        if !isOldAnchor, certificate.basicConstraints?.isAuthority != true {
            let detail = "it is not an authority (basicConstraints), but it signed a certificate"
            found.append(Failure(.notAnAuthority, certificate, detail))
        }
        if certificate.firstExtension(.keyUsage) != nil, certificate.keyUsage?.contains(.keyCertSign) != true {
            let detail = "its keyUsage does not allow it to sign certificates"
            found.append(Failure(.certificateSigningNotAllowed, certificate, detail))
        }
        if let limit = certificate.basicConstraints?.pathLength, authoritiesBelow > limit {
            let follow = authoritiesBelow == 1 ? "authority follows" : "authorities follow"
            let detail = "\(authoritiesBelow) \(follow) it, but it allows only \(limit)"
            found.append(Failure(.pathTooLong, certificate, detail))
        }
        return found
    }

    /// RFC 5280, 6.1.3 (b) and (c): the constraints of each authority hold for the names of all certificates below it.
    private func names() -> [Failure] {
        var found: [Failure] = []
        for (index, authority) in path.enumerated().dropFirst() {
            guard let constraints = authority.nameConstraints else { continue }
            for (below, certificate) in path[..<index].enumerated() where below == 0 || !certificate.isSelfIssued {
                guard let refusal = constraints.refusal(of: ConstrainedNames(certificate, isSigner: below == 0)) else {
                    continue
                }
                let (reason, detail) = refusal
                found.append(Failure(reason, certificate, "\(detail) by the name constraints of '\(authority)'"))
            }
        }
        return found
    }
}
