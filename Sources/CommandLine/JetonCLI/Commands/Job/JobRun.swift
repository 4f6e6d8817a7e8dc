internal import ArgumentParser
internal import Cryptoki
internal import JetonASN1
internal import JetonEnrollment
internal import JetonFiles
internal import JetonJobs
internal import JetonKeystoreBase
internal import JetonNetwork
internal import JetonOctets
internal import JetonValidation
internal import JetonX509
internal import SigningDesk
internal import TokenKit
internal import VerificationDesk

/// One job, from its octets to its answer.
struct JobRun {
    private let command: JobRunCommand
    private let octets: [UInt8]
    private let desk: JobDesk

    init(_ command: JobRunCommand, _ octets: [UInt8]) throws {
        self.command = command
        self.octets = octets
        desk = try JobDesk()
    }

    /// Runs it; each way out is in the log.
    func run() throws -> ExitCode {
        let verified = try desk.verify(octets, command.revocation.access(command.network))
        let job = verified.job
        guard verified.olderContents == nil || !command.yes else {
            throw CommandError.usage("a job of the older form is agreed to each time; leave out --yes")
        }
        guard job.operation.relay != nil || !command.identity.isGiven else {
            throw CommandError.usage("--user, --password-source and --policy go with a job for a relay")
        }
        try checkOutputs(job)
        if job.operation == .timestamp { _ = try command.servers.urls() }
        let client = try NetworkAccess(command.network).client
        do {
            let documents = try JobDocuments(verified, given: command.document, client)
            let enrollment = try JobEnrollment(verified)
            let waiting = try waiting(verified, enrollment)
            let issued = try issued(job, documents, enrollment)
            if !command.output.json || !command.yes {
                for line in JobReport.lines(verified, documents) { Console.message(line) }
                for request in issued { Console.message("stores:     \(JobReport.words(request))") }
                if let user = command.identity.user { Console.message("shown as:   \(user), by a password") }
            }
            do throws(CommandError) {
                try Confirmation.ask("Do what \(verified.issuer.origin) asks for?", yes: command.yes)
            } catch {
                try desk.log.add("declined", job: job, octets: octets, at: JobDesk.now)
                throw error
            }
            let session = try job.key != nil && waiting == nil ? session(verified) : nil
            let execution = JobExecution(
                verified: verified,
                documents: documents,
                session: session,
                timestamps: try timestamps(job),
                enrollment: enrollment,
                waiting: waiting,
                issued: issued,
                relay: try JobRelayRun(verified, session, command, client),
                tokens: command.tokens,
                pin: command.pin
            )
            return try execute(execution, client)
        } catch let refusal as JobRefusal {
            throw try desk.refused(refusal, job, octets)
        }
    }

    private func execute(_ execution: JobExecution, _ client: HTTPClient) throws -> ExitCode {
        let job = execution.verified.job
        // Somebody may have taken hours to say yes.
        guard JobDesk.now < job.expires else {
            throw JobRefusal(.time, "the job ended while it waited for an answer")
        }
        let outputs = try JobOutputs(in: command.out, for: job)
        // From here on the job is done, whatever happens.
        try desk.taken.take(job, at: JobDesk.now)
        let target = job.operation.relay?.targetOrigin.map { "a relay to \($0)" } ?? ""
        do {
            try desk.log.add("accepted", reason: target, job: job, octets: octets, at: JobDesk.now)
        } catch {
            desk.taken.release(job)
            throw error
        }
        let results: [JobResult]
        let files: [String?]
        let entry: JobLog.Entry
        do {
            results = try execution.run()
            files = try outputs.write(results)
            entry = try desk.log.add("done", job: job, octets: octets, at: JobDesk.now)
        } catch {
            var described = ErrorReport.describe(error)
            try desk.log.add("failed", reason: described.message, job: job, octets: octets, at: JobDesk.now)
            described.hints.append("the job counts as taken: ask the issuer for a new one")
            throw described
        }
        let answer = JobAnswer(
            command: command,
            verified: execution.verified,
            results: results,
            files: files,
            entry: entry
        )
        return try answer.hand(over: client)
    }

    // MARK: - Before anything is taken

    /// Refuses results that would have nowhere to go.
    private func checkOutputs(_ job: Job) throws {
        let isTaken = job.operation.relay.map { $0.answer != nil } ?? (job.replyURL != nil)
        guard isTaken || command.out != nil || job.operation == .collect else {
            throw CommandError.usage("the job wants no answer, so --out must name a directory for the results")
        }
        guard let out = command.out else { return }
        guard FileSource.isDirectory(out) else {
            throw CommandError.notFound("no directory '\(out)'", hints: ["--out must be an existing directory"])
        }
        var names: Set<String> = []
        for document in job.documents {
            guard let name = JobExecution.file(document.name, job.operation) else { continue }
            guard names.insert(name).inserted else {
                throw CommandError(
                    "two documents of the job would both get their result in '\(out)/\(name)'",
                    hints: ["without --out, the results go to the issuer only"],
                    exitCode: .inputOutput
                )
            }
            _ = try JobOutputs.open("\(out)/\(name)")
        }
    }

    private func timestamps(_ job: Job) throws -> TimestampClient? {
        guard job.operation == .timestamp else { return nil }
        let network = try command.servers.network(command.network, tokens: command.tokens, pin: command.pin)
        return try command.servers.client(network, trust: [])
    }

    private func waiting(_ verified: VerifiedJob, _ enrollment: JobEnrollment) throws -> PendingRequest? {
        let job = verified.job
        guard case .enroll(let subject) = job.operation, case .identifier(let identifier)? = job.key else { return nil }
        guard let waiting = try enrollment.waiting(identifier, subject) else { return nil }
        try verified.checkAudience(identifier, installation: desk.trust.installation())
        return waiting
    }

    private func issued(_ job: Job, _ documents: JobDocuments, _ enrollment: JobEnrollment) throws -> [PendingRequest] {
        guard job.operation == .collect else { return [] }
        return try enrollment.requests(for: documents.contents.flatMap { try CertificateBag.read($0) })
    }

    // MARK: - The token

    private func session(_ verified: VerifiedJob) throws -> SigningSession {
        let job = verified.job
        let (query, name) = try keyName(job, command.tokens.query())
        let session = try Desk.sign(query, key: name, pin: command.pin, certificate: certificate(job))
        try verified.check(
            key: session.key.publicKey,
            certificate: session.certificates.first,
            installation: desk.trust.installation()
        )
        return session
    }

    private func certificate(_ job: Job) -> CertificateChoice? {
        if case .issuer? = job.key { return .ofKey }
        return job.operation.form == .raw || job.operation.form == .request ? nil : .ofKey
    }

    /// The key that the job names, found by what it is, and the query for its token.
    ///
    /// Of several tokens that one is taken that alone has a key that the job could mean.
    private func keyName(_ job: Job, _ query: TokenQuery) throws -> (TokenQuery, ObjectName) {
        do {
            return (query, try keyName(job, on: Desk.open(query, pin: nil)))
        } catch let error as SelectionError where error.code == .severalTokens && error.candidates.count < 20 {
            // An error names at most 20: there may be more.
            var found: [(TokenQuery, ObjectName)] = []
            for uri in error.candidates {
                var one = TokenQuery(modules: query.modules)
                one.requiresChannel = query.requiresChannel
                try one.add(token: uri, from: .elsewhere)
                do {
                    found.append((one, try keyName(job, on: Desk.open(one, pin: nil))))
                } catch let refusal as JobRefusal where refusal.code == .key {
                    continue
                }
            }
            // A PIN's source that is part of a URI belongs to the token of that URI.
            guard found.count <= 1, query.pinSource == nil else { throw error }
            guard let only = found.first else {
                throw JobRefusal(.key, "none of \(error.candidates.count) tokens has the key that the job is for")
            }
            return only
        }
    }

    private func keyName(_ job: Job, on opened: consuming TokenSession) throws -> ObjectName {
        var session = opened
        var found: [ObjectRecord] = []
        switch job.key {
        case nil: throw JobRefusal(.key, "the job is for no key")
        case .identifier(let identifier):
            for (record, key) in try ObjectRecord.publicKeys(&session.session)
            where (try? key.keyIdentifier) == identifier { found.append(record) }
        case .issuer(let name):
            guard let issuer = try? DistinguishedName(name) else { throw JobRefusal(.key, "the issuer is not a name") }
            for record in try ObjectRecord.read(&session.session, [.objectClass(.certificate)]) {
                guard let certificate = try record.certificate(&session.session), certificate.issuer.matches(issuer),
                    certificate.basicConstraints?.isAuthority != true
                else { continue }
                found.append(record)
            }
        }
        let ids = Set(found.compactMap(\.values.id))
        guard let id = ids.first else {
            throw JobRefusal(.key, "token '\(session.token.name)' does not have the key that the job is for")
        }
        guard ids.count == 1 else {
            throw CommandError(
                "token '\(session.token.name)' has \(ids.count) keys that the job could mean",
                hints: ["ask the issuer for a job that names one of these keys by its identifier (key, skid)"],
                exitCode: .ambiguous,
                candidates: found.map { "\($0.fullURI(on: session.token))" }
            )
        }
        return .text(Hex.encode(id))
    }
}
