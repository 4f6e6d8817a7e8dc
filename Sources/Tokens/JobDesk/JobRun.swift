internal import EnrollmentDesk
internal import JetonASN1
package import JetonEnrollment
internal import JetonFiles
package import JetonJobs
internal import JetonNetwork
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// One job, from its octets to its answer.
package struct JobRun {
    /// What came of a job.
    package struct Outcome {
        /// The job.
        package let verified: VerifiedJob
        /// What it made, in the order of its documents.
        package let results: [JobResult]
        /// The file of each result; nil for one that is not written.
        package let files: [String?]
        /// The line of the log.
        package let entry: JobLog.Entry
    }

    private let octets: [UInt8]
    private let records: JobRecords
    private let requests: PendingList
    private let program: any JobProgram
    private let documents: [String]
    private let directory: String?

    /// Prepares the work; nothing is read yet.
    ///
    /// - Parameters:
    ///   - octets: The whole job.
    ///   - records: Whom jobs are taken from, and which were taken.
    ///   - requests: The user's requests for certificates.
    ///   - program: What the program brings.
    ///   - documents: Files of documents that the issuer does not hand out; found by their names.
    ///   - directory: Where results go; nil to write none.
    package init(
        _ octets: [UInt8],
        _ records: JobRecords,
        _ requests: PendingList,
        _ program: any JobProgram,
        documents: [String],
        directory: String?
    ) {
        self.octets = octets
        self.records = records
        self.requests = requests
        self.program = program
        self.documents = documents
        self.directory = directory
    }

    /// Checks it, asks, does it and answers the issuer; each way out is in the log.
    ///
    /// - Throws: `JobRefusal` for a job that is not done; ``JobFailure`` for one that failed after it was taken;
    ///   ``JobDeskError`` and what the program throws, before anything is taken.
    package func run() throws -> Outcome {
        let verified = try records.verify(octets, program.revocation(), isAnswered: resend)
        try program.accept(verified)
        try checkOutputs(verified.job)
        let client = try program.client()
        do {
            let documents = try JobDocuments(verified, given: documents, client)
            let enrollment = JobEnrollment(verified, requests)
            let waiting = try waiting(verified, enrollment)
            let issued = try issued(verified.job, documents, enrollment)
            let picked = try PickedFiles(verified.job, program)
            let consent = try consent(verified, documents, issued, picked)
            let session = try verified.job.key != nil && waiting == nil ? session(verified) : nil
            let execution = JobExecution(
                verified: verified,
                documents: documents,
                session: session,
                timestamps: try verified.job.operation == .timestamp ? program.timestamps() : nil,
                enrollment: enrollment,
                waiting: waiting,
                issued: issued,
                relay: try JobRelayRun(verified, session, program, directory: directory, client),
                picked: picked,
                program: program
            )
            let outcome = try execute(execution, consent)
            if let url = verified.job.replyURL {
                try JobReply(verified, outcome.results, outcome.entry).send(to: url, client)
                try records.answers.remove(verified.job, at: JobRecords.now)
            }
            return outcome
        } catch let refusal as JobRefusal {
            try records.note(refusal, verified.job, octets)
            throw refusal
        }
    }

    /// Sends the answer of a job that was done once more, as it was: the issuer may not have got it.
    private func resend(_ verified: VerifiedJob, _ answer: [UInt8]) throws {
        guard let url = verified.job.replyURL else { return }
        try JobReply(verified, body: answer).send(to: url, program.client())
        try records.answers.remove(verified.job, at: JobRecords.now)
        throw JobDeskError(.answeredAgain, "the job was done before, and its answer went to \(url) now")
    }

    /// Puts the question; a no is logged.
    private func consent(
        _ verified: VerifiedJob,
        _ documents: JobDocuments,
        _ issued: [PendingRequest],
        _ picked: PickedFiles
    ) throws -> Consent {
        var rows = verified.rows(documents)
        rows += picked.rows(verified.job)
        for request in issued { rows.append(.labeled("stores", request.certificateWords)) }
        if let user = program.relayUser { rows.append(.labeled("shown as", "\(user), by a password")) }
        let question = try Question(
            "Run this job from \(verified.issuer.origin)?",
            rows: rows,
            subjects: JobExecution.subjects(verified.job, picked)
        )
        let answer: Question.Answer
        do {
            answer = try program.ask(question)
        } catch {
            try records.log.add("declined", job: verified.job, octets: octets, at: JobRecords.now)
            throw error
        }
        guard verified.olderContents == nil || answer.door != .beforehand else {
            throw JobDeskError(.notShown, "a job of the older form must be confirmed each time")
        }
        return try Consent(answer, to: question)
    }

    private func execute(_ execution: JobExecution, _ consent: consuming Consent) throws -> Outcome {
        let job = execution.verified.job
        // Somebody may have taken hours to say yes.
        guard JobRecords.now < job.expires else {
            throw JobRefusal(.time, "the job expired while it waited for an answer")
        }
        let outputs = try JobOutputs(in: directory, for: job)
        // From here on the job is done, whatever happens.
        try records.taken.take(job, at: JobRecords.now)
        let target = job.operation.relay?.targetOrigin.map { "a relay to \($0)" } ?? execution.picked.words
        let accepted: JobLog.Entry
        do {
            accepted = try records.log.add("accepted", reason: target, job: job, octets: octets, at: JobRecords.now)
        } catch {
            records.taken.release(job)
            throw error
        }
        do {
            let results = try execution.run(consent)
            let files = try outputs.write(results)
            // What was made is not lost between this line and the next, wherever the program ends.
            try keep(JobReply(execution.verified, results, accepted), job)
            let entry = try records.log.add("done", job: job, octets: octets, at: JobRecords.now)
            try keep(JobReply(execution.verified, results, entry), job)
            return Outcome(verified: execution.verified, results: results, files: files, entry: entry)
        } catch {
            try records.log.add(
                "failed",
                reason: program.words(for: error),
                job: job,
                octets: octets,
                at: JobRecords.now
            )
            throw JobFailure(cause: error)
        }
    }

    private func keep(_ reply: JobReply, _ job: Job) throws {
        if job.replyURL != nil { try reply.keep(in: records.answers) }
    }

    // MARK: - Before anything is taken

    /// Refuses results that would have nowhere to go.
    private func checkOutputs(_ job: Job) throws {
        let isTaken = job.operation.relay.map { $0.answer != nil } ?? (job.replyURL != nil)
        guard isTaken || directory != nil || job.operation == .collect else {
            throw JobDeskError(
                .noDestination,
                "the job requests no answer, so --out must name a directory for the results"
            )
        }
        guard let directory else { return }
        guard FileSource.isDirectory(directory) else {
            throw JobDeskError(.noDirectory, "directory '\(directory)' does not exist", path: directory)
        }
        var names: Set<String> = []
        for document in job.documents {
            guard let name = JobExecution.file(document.name, job.operation) else { continue }
            let path = "\(directory)/\(name)"
            guard names.insert(name).inserted else {
                throw JobDeskError(
                    .oneFile,
                    "two documents of the job would both have their result in '\(path)'",
                    path: path
                )
            }
            _ = try JobOutputs.open(path)
        }
    }

    private func waiting(_ verified: VerifiedJob, _ enrollment: JobEnrollment) throws -> PendingRequest? {
        let job = verified.job
        guard case .enroll(let subject) = job.operation, case .identifier(let identifier)? = job.key else { return nil }
        guard let waiting = try enrollment.waiting(identifier, subject) else { return nil }
        try verified.checkAudience(identifier, installation: records.trust.installation())
        return waiting
    }

    private func issued(_ job: Job, _ documents: JobDocuments, _ enrollment: JobEnrollment) throws -> [PendingRequest] {
        guard job.operation == .collect else { return [] }
        return try enrollment.requests(
            for: documents.contents.compactMap(\.self).flatMap { try CertificateBag.read($0) }
        )
    }

    // MARK: - The token

    private func session(_ verified: VerifiedJob) throws -> SigningSession {
        let job = verified.job
        let keys = JobKeys(tokens: program.tokens)
        let (query, name) = try keys.find(job, program.tokens.query())
        let session = try program.tokens.sign(query, key: name, certificate: keys.certificate(job))
        try verified.check(
            key: session.key.publicKey,
            certificate: session.certificates.first,
            installation: records.trust.installation()
        )
        return session
    }
}
