import JetonASN1
import JetonOctets
import JetonX509

/// The checks of one signer of a message whose content was hashed.
///
/// - SeeAlso: RFC 5652, 5.4, 5.6 and 11; RFC 5035, 3.
struct SignerCheck: Sendable {
    let contentType: OID
    let digests: ContentDigests
    let certificates: [Certificate]
    /// How many certificates of the message could not be read.
    let unreadableCertificates: Int
    let trust: TrustStore
    let purpose: CertificatePurpose
    let time: UniversalTime
    /// How many signatures this one is over: 0 for a signature over the content.
    var depth = 0

    /// How many signatures may stand over another one.
    private static let counterSignatureLimit = 8
    /// How deep signatures over signatures are looked at.
    private static let depthLimit = 2

    /// How many certificates are tried for one signer.
    private static let candidateLimit = 8

    /// Makes every check that can be made, with the certificate that fits best.
    ///
    /// Several certificates may answer to one identifier: of a renewed one with the same key, or an impostor's.
    ///
    /// - Parameters:
    ///   - signer: The signer to check.
    ///   - budget: What checking the whole message may cost.
    /// - Returns: The first valid report, else the first intact one, else the first; a report without a certificate if
    ///   none fits.
    func report(_ signer: SignerInfo, within budget: inout WorkBudget) -> SignerReport {
        var best: SignerReport?
        for candidate in candidates(signer) {
            let report = report(signer, candidate, within: &budget)
            if report.isValid { return report }
            if best == nil || (report.isIntact && best?.isIntact == false) { best = report }
        }
        return best ?? report(signer, nil, within: &budget)
    }

    private func candidates(_ signer: SignerInfo) -> [Certificate] {
        var found: [Certificate] = []
        let matching = certificates.filter { signer.identifier.matches($0) }
        let anchors = trust.certificates(issuedBy: signer.identifier.issuer) { signer.identifier.matches($0) }
        for certificate in matching + anchors {
            if found.count < SignerCheck.candidateLimit, !found.contains(certificate) { found.append(certificate) }
        }
        return found
    }

    private func report(
        _ signer: SignerInfo,
        _ certificate: Certificate?,
        within budget: inout WorkBudget
    ) -> SignerReport {
        var findings = [signerCertificate(signer, certificate)]
        findings += signer.signedAttributes.map { attributes(signer, $0) } ?? [withoutAttributes(signer)]
        findings.append(messageDigest(signer))
        findings.append(strength(signer))
        var path: CertificatePath?
        if let certificate {
            findings.append(signature(signer, certificate, within: &budget))
            findings += signingCertificate(signer, certificate)
            findings.append(Self.keyUsage(certificate))
            let builder = CertificatePathBuilder(
                trust: trust,
                intermediates: certificates,
                purpose: purpose,
                time: time
            )
            let found = builder.path(for: certificate, within: &budget)
            findings += Self.trust(found, for: purpose)
            path = found
        }
        return SignerReport(
            identifier: signer.identifier,
            certificate: certificate,
            certificatePath: path?.certificates ?? [],
            isAnchored: path?.reachesAnchor ?? false,
            signingTime: signer.signedAttributes.flatMap { signingTime($0) },
            contentHash: signer.contentHash,
            signatureAlgorithm: signer.signatureAlgorithm.oid,
            signatureAlgorithmName: signer.scheme?.description ?? signer.signatureAlgorithm.oid.description,
            signedAttributes: signer.signedAttributes ?? [],
            counterSignatures: counterSignatures(signer, within: &budget),
            unsignedAttributes: signer.unsignedAttributes,
            findings: findings
        )
    }

    /// The signatures over a signature (RFC 5652, 11.4); one that cannot be read is left out.
    private func counterSignatures(_ signer: SignerInfo, within budget: inout WorkBudget) -> [SignerReport] {
        guard depth < SignerCheck.depthLimit else { return [] }
        let values = signer.unsignedAttributes.filter { $0.type == .counterSignature }.flatMap(\.values)
        var reports: [SignerReport] = []
        for value in values.prefix(SignerCheck.counterSignatureLimit) {
            guard let element = try? ASN1Element.parse(value, rules: .basic), let info = try? SignerInfo(element) else {
                continue
            }
            var digests = ContentDigests(info.neededHashes)
            guard (try? digests.update(signer.signature.span)) != nil else { continue }
            let check = SignerCheck(
                contentType: .data,
                digests: digests,
                certificates: certificates,
                unreadableCertificates: unreadableCertificates,
                trust: trust,
                purpose: purpose,
                time: time,
                depth: depth + 1
            )
            reports.append(check.report(info, within: &budget))
        }
        return reports
    }

    private typealias Finding = VerificationFinding

    private func finding(
        _ check: Finding.Check,
        _ isPassed: Bool,
        _ good: @autoclosure () -> String,
        _ bad: @autoclosure () -> String
    ) -> Finding {
        Finding(check: check, outcome: isPassed ? .passed : .failed, detail: isPassed ? good() : bad())
    }

    private func signerCertificate(_ signer: SignerInfo, _ certificate: Certificate?) -> Finding {
        guard let certificate else {
            var detail = "the signer's certificate (\(signer.identifier)) is missing"
            if unreadableCertificates > 0 { detail += ", or malformed: the message has malformed certificates" }
            return Finding(check: .signerCertificate, outcome: .failed, detail: detail)
        }
        return Finding(check: .signerCertificate, outcome: .passed, detail: "'\(certificate)'")
    }

    // MARK: - Attributes

    private func attributes(_ signer: SignerInfo, _ attributes: [CMSAttribute]) -> [Finding] {
        let isCounterSignature = depth > 0
        var faults = count(.contentType, "contentType", isNeeded: !isCounterSignature, attributes)
        faults += count(.messageDigest, "messageDigest", isNeeded: true, attributes)
        faults += misplaced(signer)
        let timeFaults = count(.signingTime, "signingTime", isNeeded: false, attributes)
        faults += timeFaults
        if timeFaults.isEmpty, attributes.contains(where: { $0.type == .signingTime }), signingTime(attributes) == nil {
            faults += ["signingTime is not a valid time"]
        }
        if isCounterSignature, attributes.contains(where: { $0.type == .contentType }) {
            faults.append("a countersignature must not have contentType")
        }
        let whole = finding(.signedAttributes, faults.isEmpty, "each is present once", faults.joined(separator: ", "))
        if isCounterSignature { return [whole] }
        let stated = attribute(.contentType, attributes).flatMap { try? $0.oid() }
        return [
            whole,
            finding(
                .contentType,
                stated == contentType,
                "\(contentType)",
                "the signer signed \(stated.map { "\($0)" } ?? "no type"), the content is \(contentType)"
            ),
        ]
    }

    /// What is wrong with the number of attributes of a type, or of their values.
    private func count(_ type: OID, _ name: String, isNeeded: Bool, _ attributes: [CMSAttribute]) -> [String] {
        let found = attributes.filter { $0.type == type }
        if found.isEmpty { return isNeeded ? ["\(name) is missing"] : [] }
        return found.count == 1 && found[0].values.count == 1 ? [] : ["\(name) is present more than once"]
    }

    /// RFC 5652, 11: a type, a digest and a time must be signed, and a countersignature must not.
    private func misplaced(_ signer: SignerInfo) -> [String] {
        let signed: [(type: OID, name: String)] = [
            (.contentType, "contentType"), (.messageDigest, "messageDigest"), (.signingTime, "signingTime"),
        ]
        let unsigned = Set(signer.unsignedAttributes.map(\.type))
        let isCountered = signer.signedAttributes?.contains { $0.type == .counterSignature } ?? false
        return signed.filter { unsigned.contains($0.type) }.map { "\($0.name) is not signed" }
            + (isCountered ? ["a countersignature must not be signed"] : [])
    }

    /// RFC 5652, 5.3: without signed attributes the content must be id-data.
    private func withoutAttributes(_ signer: SignerInfo) -> Finding {
        let faults = misplaced(signer)
        guard faults.isEmpty else {
            return Finding(check: .signedAttributes, outcome: .failed, detail: faults.joined(separator: ", "))
        }
        if contentType != .data {
            let detail = "there are none, but the content is not plain data"
            return Finding(check: .signedAttributes, outcome: .failed, detail: detail)
        }
        let detail = "there are none, and the content looks like signed attributes: it may come from another message"
        return finding(
            .signedAttributes,
            !digests.isEncodingOfAttributes,
            "there are none: the content itself is signed",
            detail
        )
    }

    /// The only value of the only attribute of a type.
    private func attribute(_ type: OID, _ attributes: [CMSAttribute]) -> ASN1Element? {
        let found = attributes.filter { $0.type == type }
        guard found.count == 1, found[0].values.count == 1 else { return nil }
        return try? ASN1Element.parse(found[0].values[0], rules: .basic)
    }

    private func signingTime(_ attributes: [CMSAttribute]) -> UniversalTime? {
        attribute(.signingTime, attributes).flatMap { try? UniversalTime($0) }
    }

    private func messageDigest(_ signer: SignerInfo) -> Finding {
        guard let hash = signer.contentHash else {
            let name = signer.digestAlgorithm.oid.name ?? signer.digestAlgorithm.oid.description
            return Finding(
                check: .messageDigest,
                outcome: .notChecked,
                detail: "hash algorithm \(name) is not supported"
            )
        }
        if let obstacle = digests.obstacle(hash) {
            return Finding(check: .messageDigest, outcome: .notChecked, detail: obstacle)
        }
        guard let computed = digests.digest(hash) else {
            let detail = "the message does not announce \(hash) before the content"
            return Finding(check: .messageDigest, outcome: .failed, detail: detail)
        }
        guard let attributes = signer.signedAttributes else {
            // The signature itself covers the content then.
            return Finding(check: .messageDigest, outcome: .passed, detail: "\(hash), signed directly")
        }
        let signed = attribute(.messageDigest, attributes).flatMap { try? $0.octetString() }
        return finding(
            .messageDigest,
            signed.map { ConstantTime.equals($0, computed) } ?? false,
            "\(hash)",
            signed == nil ? "the signed attributes contain no digest" : "the content does not match the signed digest"
        )
    }

    // MARK: - Signature

    private func signature(
        _ signer: SignerInfo,
        _ certificate: Certificate,
        within budget: inout WorkBudget
    ) -> Finding {
        guard budget.takeCheck(by: certificate.publicKey) else {
            let detail =
                "the message has too many signers, certificates or large keys: jeton stops after "
                + "\(WorkBudget.signatureLimit) signature checks per message"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        guard let scheme = signer.scheme else {
            let name = signer.signatureAlgorithm.oid.name ?? signer.signatureAlgorithm.oid.description
            let detail = "signature algorithm \(name) is not supported"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        if let other = signer.otherHash {
            let detail = "it uses \(other), which is not the message's digestAlgorithm"
            return Finding(check: .signature, outcome: .failed, detail: detail)
        }
        let input: [UInt8]
        if signer.signedAttributes != nil {
            do {
                input = try scheme.input(for: signer.signedOctets)
            } catch {
                return Finding(check: .signature, outcome: .notChecked, detail: error.context)
            }
        } else if let hash = scheme.hash, let digest = digests.digest(hash) {
            input = digest
        } else if let hash = scheme.hash, let obstacle = digests.obstacle(hash) {
            return Finding(check: .signature, outcome: .notChecked, detail: obstacle)
        } else {
            // RFC 8419, 3.2 would sign the content as it is, which no pass in pieces can check.
            let detail = "a signature over the content without signed attributes is not supported for this algorithm"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        switch certificate.publicKey.check(signer.signature, over: input, scheme: scheme) {
        case .valid: return Finding(check: .signature, outcome: .passed, detail: "by \(certificate.publicKey)")
        case .invalid:
            let detail = "it was not made by the certificate's key, or the signed data has changed"
            return Finding(check: .signature, outcome: .failed, detail: detail)
        case .unsupported(let reason): return Finding(check: .signature, outcome: .notChecked, detail: reason)
        }
    }

    private func strength(_ signer: SignerInfo) -> Finding {
        let hashes = [signer.contentHash, signer.scheme?.hash].compactMap { $0 }
        guard let first = hashes.first else {
            let detail = "the hash of the signature is unknown"
            return Finding(check: .algorithmStrength, outcome: .notChecked, detail: detail)
        }
        guard let weak = hashes.first(where: \.isWeak) else {
            return Finding(check: .algorithmStrength, outcome: .passed, detail: "\(hashes.last ?? first)")
        }
        let detail =
            "\(weak) is too weak for a signature; ask the signer to sign again with a stronger hash such as SHA-256"
        return Finding(check: .algorithmStrength, outcome: .failed, detail: detail)
    }

    /// The first identifier must be of the signer's certificate (RFC 5035, 5.4); no attribute, no finding.
    private func signingCertificate(_ signer: SignerInfo, _ certificate: Certificate) -> [Finding] {
        [OID.signingCertificateV2, .signingCertificate].flatMap { type in
            signingCertificate(signer, certificate, type)
        }
    }

    private func signingCertificate(_ signer: SignerInfo, _ certificate: Certificate, _ type: OID) -> [Finding] {
        guard signer.signedAttributes?.contains(where: { $0.type == type }) == true else { return [] }
        guard let name = try? SignerCheck.certificateName(signer, type) else {
            let detail = "the attribute \(type.name ?? "\(type)") is malformed"
            return [Finding(check: .signingCertificate, outcome: .failed, detail: detail)]
        }
        guard let hash = HashAlgorithm(oid: name.hash) else {
            let detail =
                "the signer identifies the certificate by \(name.hash.name ?? "\(name.hash)"), which is not supported"
            return [Finding(check: .signingCertificate, outcome: .notChecked, detail: detail)]
        }
        do {
            let matches = try certificate.fingerprint(hash) == name.digest
            return [
                finding(
                    .signingCertificate,
                    matches,
                    "the signed attribute names it",
                    "the signer named another certificate"
                )
            ]
        } catch {
            return [Finding(check: .signingCertificate, outcome: .notChecked, detail: error.context)]
        }
    }

    /// The digest of the signer's certificate in an attribute; nil unless there is one attribute with one value.
    private static func certificateName(
        _ signer: SignerInfo,
        _ type: OID
    ) throws(EncodingError) -> (hash: OID, digest: [UInt8])? {
        let found = (signer.signedAttributes ?? []).filter { $0.type == type }
        guard found.count == 1, found[0].values.count == 1 else { return nil }
        var value = try ASN1Element.parse(found[0].values[0], rules: .basic).members(of: .sequence)
        var identifiers = try value.next(.sequence).members()
        var identifier = try identifiers.next(.sequence).members()
        // RFC 2634, 5.4: the older attribute has SHA-1, and no field to say so.
        guard type == .signingCertificateV2 else { return (.sha1, try identifier.next().octetString()) }
        var hash = OID.sha256
        if identifier.nextTag == .sequence { hash = try AlgorithmIdentifier(identifier.next()).oid }
        return (hash, try identifier.next().octetString())
    }

    // MARK: - Trust

    static func keyUsage(_ certificate: Certificate) -> VerificationFinding {
        guard certificate.firstExtension(.keyUsage) != nil else {
            return Finding(check: .keyUsage, outcome: .passed, detail: "not restricted")
        }
        guard let usage = certificate.keyUsage else {
            return Finding(check: .keyUsage, outcome: .failed, detail: "the certificate's keyUsage is malformed")
        }
        let isAllowed = !usage.isDisjoint(with: [.digitalSignature, .nonRepudiation])
        let detail = isAllowed ? "\(usage)" : "the certificate is for \(usage), not for signatures"
        return Finding(check: .keyUsage, outcome: isAllowed ? .passed : .failed, detail: detail)
    }

    static func trust(_ path: CertificatePath, for purpose: CertificatePurpose) -> [VerificationFinding] {
        guard !path.isTrusted else {
            let anchor = path.certificates.last.map { "'\($0)'" } ?? "nothing"
            let detail = "trusted by \(anchor) for \(purpose.phrase)"
            return [Finding(check: .certificatePath, outcome: .passed, detail: detail)]
        }
        return path.failures.map {
            Finding(check: .certificatePath, outcome: .failed, detail: "\($0)", reason: $0.reason)
        }
    }
}
