internal import JetonASN1
package import JetonJobs
package import JetonValidation
internal import JetonX509

/// The jobs of this user: whom they are taken from, which were taken, and the log.
package struct JobRecords {
    /// The issuers, and the identifier of this installation.
    package let trust: JobTrustList
    /// The jobs that were taken.
    package let taken: ReplayStore
    /// The decisions.
    package let log: JobLog
    /// The answers that may not have arrived.
    package let answers: AnswerStore

    /// Names the directory of the files; nothing is read yet.
    package init(directory: String) {
        trust = JobTrustList(directory: directory)
        taken = ReplayStore(directory: directory)
        log = JobLog(directory: directory)
        answers = AnswerStore(directory: directory)
    }

    /// Checks a job; a refusal is logged.
    ///
    /// - Parameters:
    ///   - octets: The whole job.
    ///   - revocation: Asks whether the signer's certificate was revoked; nil to ask no server.
    ///   - isAnswered: Told of a job that was done and whose answer is still here, before it is refused as taken.
    /// - Returns: The job.
    /// - Throws: `JobRefusal`; `JobStorageError`; what `isAnswered` throws.
    package func verify(
        _ octets: [UInt8],
        _ revocation: EvidenceCollector?,
        isAnswered: (VerifiedJob, [UInt8]) throws -> Void = { _, _ in }
    ) throws -> VerifiedJob {
        let verifier = JobVerifier(issuers: try trust.issuers(), installation: try trust.installation())
        do {
            let verified = try verifier.verify(octets)
            if let revocation { try JobRecords.checkRevocation(verified, revocation) }
            do {
                try taken.check(verified.job, at: JobRecords.now)
            } catch let refusal as JobRefusal where refusal.code == .replay {
                if let answer = try answers.answer(to: verified.job) { try isAnswered(verified, answer) }
                throw refusal
            }
            return verified
        } catch let refusal as JobRefusal {
            try note(refusal, nil, octets)
            throw refusal
        }
    }

    /// Refuses a signer whose certificate was revoked, or of whom nothing can be learned.
    private static func checkRevocation(_ verified: VerifiedJob, _ collector: EvidenceCollector) throws(JobRefusal) {
        let trust = TrustStore([verified.issuer.certificate])
        let time = UniversalTime.now
        let path = verified.path(at: time)
        let found = collector.collect(path)
        let check = RevocationCheck(trust: trust, certificates: [], evidence: found.evidence, time: time)
        for (certificate, status) in zip(path.certificates, check.statuses(of: path)) {
            switch status {
            case .good: continue
            case .revoked: throw JobRefusal(.signer, "the certificate '\(certificate)': \(status)")
            case .undetermined(let why):
                let reasons = [why] + found.failures
                throw JobRefusal(
                    .signer,
                    "whether '\(certificate)' was revoked is unknown: \(reasons.joined(separator: "; "))"
                )
            }
        }
    }

    /// Logs a refusal.
    func note(_ refusal: JobRefusal, _ job: Job?, _ octets: [UInt8]) throws {
        let reason = "\(refusal.code.rawValue): \(refusal)"
        try log.add("refused", reason: reason, job: job, octets: octets, at: JobRecords.now)
    }

    /// The time in seconds since 1970.
    static var now: Int64 { UniversalTime.now.secondsSince1970 }
}
