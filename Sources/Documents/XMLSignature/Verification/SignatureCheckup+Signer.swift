import JetonASN1
import JetonCMS
import JetonX509

/// Who made a signature: the certificate, whether the signature is by its key, and whether it is trusted.
extension SignatureCheckup {
    /// The signer: the certificate that is named, or by whose key the signature is.
    func signer(
        _ signature: ParsedSignature,
        _ findings: [Finding],
        _ policy: VerificationPolicy,
        _ references: [ReferenceReport],
        within budget: inout WorkBudget
    ) -> SignerReport {
        let properties = PropertiesCheck(signature, digestions.map { $0.part?.range })
        let candidates = properties.ordered(signature.certificates + policy.certificates)
        var best: SignerReport?
        for certificate in likely(candidates, signature, within: &budget) {
            let report = report(
                signature,
                certificate,
                findings + certificateFindings(signature, certificate, properties, policy, within: &budget),
                policy,
                properties,
                within: &budget
            )
            if report.isValid { return report }
            if best == nil || (report.isIntact && best?.isIntact == false) { best = report }
        }
        if let best { return best }
        var all = findings
        var words = "the signature contains no certificate"
        if signature.unreadableCertificates > 0 { words = "the certificates of the signature are malformed" }
        if let key = signature.keys.first {
            let check = check(signature, key, within: &budget)
            all.append(check)
            words += check.outcome == .passed ? ", only the key that made it (\(key))" : ""
        }
        all.insert(Finding(check: .signerCertificate, outcome: .failed, detail: words), at: 0)
        return report(signature, properties, all)
    }

    /// The certificates that may be the signer's, whatever their places: those by whose key the signature is; if there are
    /// none, one that is likely to be meant.
    ///
    /// - SeeAlso: XMLDSig 1.1, 4.5.4, which gives certificates no order.
    private func likely(
        _ candidates: [Certificate],
        _ signature: ParsedSignature,
        within budget: inout WorkBudget
    ) -> [Certificate] {
        let method = XMLSignatureMethod(uri: signature.signatureMethod)
        for candidate in candidates {
            guard method?.signature(signature.value, by: candidate.publicKey) != nil else { continue }
            guard check(signature, candidate.publicKey, within: &budget).outcome == .passed else { continue }
            return Array(candidates.filter { $0.publicKey == candidate.publicKey }.prefix(8))
        }
        // The named one is the first; otherwise one that issued none of the others.
        let certificates = signature.certificates
        let leaf = certificates.first { one in !certificates.contains { $0 != one && $0.issuer == one.subject } }
        guard let first = candidates.first else { return [] }
        let isNamed =
            PropertiesCheck(signature, digestions.map { $0.part?.range }).certificateFinding(first)?
            .outcome == .passed
        return [isNamed ? first : leaf ?? first]
    }

    private func certificateFindings(
        _ signature: ParsedSignature,
        _ certificate: Certificate,
        _ properties: PropertiesCheck,
        _ policy: VerificationPolicy,
        within budget: inout WorkBudget
    ) -> [Finding] {
        var findings = [check(signature, certificate.publicKey, within: &budget)]
        if let named = properties.certificateFinding(certificate) { findings.append(named) }
        if signature.keys.contains(where: { $0.kind != certificate.publicKey.kind }) {
            let detail = "KeyInfo states a key that differs from the certificate's"
            findings.append(Finding(check: .signingCertificate, outcome: .failed, detail: detail))
        }
        return findings
    }

    private func check(_ signature: ParsedSignature, _ key: PublicKey, within budget: inout WorkBudget) -> Finding {
        guard let method = XMLSignatureMethod(uri: signature.signatureMethod) else {
            let detail = "signature algorithm '\(signature.signatureMethod.shown)' is not supported"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        guard budget.takeCheck(by: key) else {
            let detail = "the document has too many signatures, certificates or large keys"
            return Finding(check: .signature, outcome: .notChecked, detail: detail)
        }
        guard let value = method.signature(signature.value, by: key) else {
            let detail = "its value does not have the length of a signature by this key"
            return Finding(check: .signature, outcome: .failed, detail: detail)
        }
        let input: [UInt8]
        do throws(DocumentError) {
            input = try method.scheme.input(for: signedInfo.octets)
        } catch {
            return Finding(check: .signature, outcome: .notChecked, detail: error.context)
        }
        switch key.check(value, over: input, scheme: method.scheme) {
        case .valid: return Finding(check: .signature, outcome: .passed, detail: "by \(key)")
        case .invalid:
            var detail = "it was not made by the certificate's key, or the signed data has changed"
            if signature.furtherCertificates > 0 {
                detail += "; \(signature.furtherCertificates) more certificates of the signature were not tried"
            }
            return Finding(check: .signature, outcome: .failed, detail: detail)
        case .unsupported(let reason): return Finding(check: .signature, outcome: .notChecked, detail: reason)
        }
    }

    // MARK: - Reports

    private func report(
        _ signature: ParsedSignature,
        _ certificate: Certificate,
        _ findings: [Finding],
        _ policy: VerificationPolicy,
        _ properties: PropertiesCheck,
        within budget: inout WorkBudget
    ) -> SignerReport {
        let trust = SignerTrust(certificate, intermediates: signature.certificates, policy: policy, within: &budget)
        let method = XMLSignatureMethod(uri: signature.signatureMethod)
        return SignerReport(
            identifier: .issuerAndSerialNumber(certificate.issuer, certificate.serialNumber),
            certificate: certificate,
            certificatePath: trust.path.certificates,
            isAnchored: trust.path.reachesAnchor,
            signingTime: properties.signingTime,
            contentHash: method?.scheme.hash,
            signatureAlgorithm: certificate.publicKey.algorithm.oid,
            signatureAlgorithmName: method?.scheme.description ?? signature.signatureMethod,
            findings: [Finding(check: .signerCertificate, outcome: .passed, detail: "'\(certificate)'")]
                + findings + trust.findings
        )
    }

    func report(
        _ signature: ParsedSignature?,
        _ properties: PropertiesCheck?,
        _ findings: [Finding]
    ) -> SignerReport {
        let method = signature.flatMap { XMLSignatureMethod(uri: $0.signatureMethod) }
        return SignerReport(
            identifier: .unnamed,
            certificate: nil,
            certificatePath: [],
            isAnchored: false,
            signingTime: properties?.signingTime,
            contentHash: method?.scheme.hash,
            signatureAlgorithm: .rsaEncryption,
            signatureAlgorithmName: method?.scheme.description ?? signature?.signatureMethod ?? "unknown",
            findings: findings
        )
    }
}
