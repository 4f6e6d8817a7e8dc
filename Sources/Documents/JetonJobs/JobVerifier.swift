package import JetonASN1
import JetonCMS
import JetonOctets
import JetonX509

/// Checks a signed request in a fixed order, before anything of it is fetched or shown.
package struct JobVerifier {
    /// The largest job, in bytes.
    package static let sizeLimit = 1 << 20
    /// How long a job may be valid, in seconds.
    private static let durationLimit: Int64 = 600
    /// The same for a relay, which signs nothing.
    private static let relayDurationLimit: Int64 = 86_400
    /// How far the clocks may differ, in seconds.
    private static let clockTolerance: Int64 = 60

    let issuers: [JobIssuer]
    let installation: String
    let now: UniversalTime

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - issuers: The issuers whose jobs are taken.
    ///   - installation: The identifier of this installation.
    ///   - now: The time.
    package init(issuers: [JobIssuer], installation: String, at now: UniversalTime = .now) {
        self.issuers = issuers
        self.installation = installation
        self.now = now
    }

    /// Checks a job up to its operation; whether it was taken before, the ``ReplayStore`` says.
    ///
    /// - Parameter octets: The whole job, DER, BER or PEM.
    /// - Returns: The job, who asks, and the certificate that signed.
    /// - Throws: ``JobRefusal``, the first that applies.
    package func verify(_ octets: [UInt8]) throws(JobRefusal) -> VerifiedJob {
        guard octets.count <= JobVerifier.sizeLimit else {
            throw JobRefusal(.size, "the job is larger than \(JobVerifier.sizeLimit) bytes")
        }
        let (report, content) = try read(octets)
        if report.contentType.contents == JobVerifier.dataType, issuers.contains(where: \.allowsOlderForm) {
            return try verifyOlder(report, content)
        }
        let signer = try signer(report)
        guard report.contentType.contents == JobObjectIdentifiers.contentType else {
            throw JobRefusal(.contentType, "the content is '\(report.contentType)', not a job")
        }
        let job = try Job(content: content)
        try checkTimes(job)
        let mayNameKeys = job.operation.needsKey
        guard
            job.audience.contains(installation)
                || mayNameKeys && job.audience.contains(where: { JobVerifier.isIdentifier($0) })
        else { throw JobRefusal(.audience, "the job is not for this installation (\(installation))") }
        let issuer = try issuer(job, signer, report.certificates)
        try checkURLs(job, issuer.origin)
        try check(job.operation, issuer)
        return VerifiedJob(
            job: job,
            issuer: issuer,
            signer: signer,
            certificates: report.certificates,
            olderContents: nil
        )
    }

    /// Refuses an operation that an issuer may not ask for.
    func check(_ operation: JobOperation, _ issuer: JobIssuer) throws(JobRefusal) {
        guard issuer.operations.contains(operation.name) else {
            throw JobRefusal(.operation, "\(issuer.origin) may not ask for \(operation.name)")
        }
        if case .signDigest = operation, !issuer.allowsBlindDigests {
            throw JobRefusal(.operation, "\(issuer.origin) may not ask for signatures of unseen documents")
        }
        if let relay = operation.relay {
            guard let target = relay.targetOrigin, issuer.relayTargets.contains(target) else {
                let words = relay.targetOrigin.map { "\($0)" } ?? "this target"
                throw JobRefusal(.operation, "\(issuer.origin) may not ask for relays to \(words)")
            }
            for field in relay.fields
            where field.needsPermission && !issuer.relayFields.contains(field.name.lowercased()) {
                throw JobRefusal(.operation, "\(issuer.origin) may not ask for the field '\(field.name)'")
            }
        }
    }

    // MARK: - CMS

    private func read(_ octets: [UInt8]) throws(JobRefusal) -> (report: CMSReport, content: [UInt8]) {
        if PEM.isPresent(in: octets), let blocks = try? PEM.parse(octets), blocks.count != 1 {
            throw JobRefusal(.form, "the job has \(blocks.count) PEM blocks, expected one")
        }
        let report: CMSReport
        var content = MemorySink()
        do {
            let trust = TrustStore(issuers.map(\.certificate))
            let policy = VerificationPolicy(trust: trust, purpose: .any, time: now)
            report = try CMSVerifier(policy).verifyAttached(MemorySource(octets), content: &content)
        } catch {
            throw JobRefusal(.form, "it is not a signed message (\(error))")
        }
        guard report.signers.count == 1 else {
            throw JobRefusal(.form, "the job has \(report.signers.count) signers, not one")
        }
        return (report, content.octets)
    }

    private func signer(_ report: CMSReport) throws(JobRefusal) -> Certificate {
        let signer = report.signers[0]
        guard report.isIntact, let certificate = signer.certificate else {
            let reason = signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "the certificate is missing"
            throw JobRefusal(.signature, "the signature is not valid: \(reason)")
        }
        guard signer.signedAttributes.contains(where: { $0.type == .signingCertificateV2 }) else {
            throw JobRefusal(.signature, "the signature does not name its certificate (signing-certificate-v2)")
        }
        guard signer.isTrusted else {
            let reason = signer.failures.first { $0.check.isAboutTrust }?.detail ?? "no certificate path was found"
            throw JobRefusal(.signer, "'\(certificate)' is not trusted for jobs: \(reason)")
        }
        return certificate
    }

    // MARK: - Content

    private func checkTimes(_ job: Job) throws(JobRefusal) {
        let now = self.now.secondsSince1970
        let tolerance = JobVerifier.clockTolerance
        guard job.issuedAt <= now + tolerance, job.notBefore <= now + tolerance else {
            throw JobRefusal(.time, "the job is not valid yet")
        }
        guard now < job.expires else { throw JobRefusal(.time, "the job has expired") }
        let limit =
            job.operation.relay == nil ? JobVerifier.durationLimit : JobVerifier.relayDurationLimit
        guard job.expires - min(job.issuedAt, job.notBefore) <= limit else {
            throw JobRefusal(.time, "the job is valid for more than \(limit / 60) minutes")
        }
    }

    private func issuer(
        _ job: Job,
        _ signer: Certificate,
        _ certificates: [Certificate]
    ) throws(JobRefusal) -> JobIssuer {
        guard let origin = JobOrigin(job.issuer) else {
            throw JobRefusal(.issuer, "'iss' is not an https origin")
        }
        guard origin.isNamed(in: signer) else {
            throw JobRefusal(.issuer, "the signer's certificate is not for \(origin)")
        }
        guard let issuer = issuers.first(where: { $0.origin == origin }) else {
            throw JobRefusal(.issuer, "\(origin) is not trusted for jobs")
        }
        if issuer.certificate == signer { return issuer }
        // Another issuer's authority vouches for that issuer only.
        guard VerifiedJob.path(of: signer, certificates, to: issuer, at: now).isTrusted else {
            throw JobRefusal(.signer, "'\(signer)' is not issued under the certificate that is trusted for \(origin)")
        }
        let usages = signer.extendedKeyUsage ?? []
        guard usages.contains(where: { $0.contents == JobObjectIdentifiers.signerUsage }) else {
            throw JobRefusal(.signer, "the extendedKeyUsage of '\(signer)' does not allow jobs")
        }
        return issuer
    }

    private func checkURLs(_ job: Job, _ origin: JobOrigin) throws(JobRefusal) {
        for url in job.documents.compactMap(\.url) + [job.replyURL, job.operation.relay?.answer].compactMap({ $0 })
        where JobOrigin(of: url) != origin {
            throw JobRefusal(.url, "a URL in the job does not belong to \(origin)")
        }
    }

    /// Whether a member of `aud` names a key by its SHA-1 identifier.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 40 && Hex.decode(text) != nil && text == text.lowercased()
    }
}
