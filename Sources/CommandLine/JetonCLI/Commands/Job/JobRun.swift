internal import ASN1
internal import ArgumentParser
internal import Cryptoki
internal import Jobs
internal import KeystoreBase
internal import Network
internal import Octets
internal import SigningDesk
internal import TokenKit
internal import X509

/// One job, from its octets to its answer.
struct JobRun {
    private let command: JobRunCommand
    private let octets: [UInt8]
    private let desk: JobDesk

    /// A document's signature.
    private struct Signed {
        let name: String
        let signature: [UInt8]
    }

    init(_ command: JobRunCommand, _ octets: [UInt8]) throws {
        self.command = command
        self.octets = octets
        desk = try JobDesk()
    }

    /// Runs it; each way out is in the log.
    func run() throws -> ExitCode {
        let verified = try desk.verify(octets)
        let job = verified.job
        guard job.replyURL != nil || command.out != nil else {
            throw CommandError.usage("the job wants no answer, so --out must name a directory for the signatures")
        }
        if let out = command.out, !FileSource.isDirectory(out) {
            throw CommandError.notFound("there is no directory '\(out)'")
        }
        let client = try NetworkAccess(command.network).client
        do {
            let documents = try documents(verified, client)
            if !command.output.json || !command.yes { for line in JobReport.lines(verified) { Console.message(line) } }
            do throws(CommandError) {
                try Confirmation.ask("Do what \(verified.issuer.origin) asks for?", yes: command.yes)
            } catch {
                try desk.log.add("declined", job: job, octets: octets, at: JobDesk.now)
                throw error
            }
            return try execute(verified, documents, client)
        } catch let refusal as JobRefusal {
            throw try desk.refused(refusal, job, octets)
        }
    }

    private func execute(_ verified: VerifiedJob, _ documents: [[UInt8]], _ client: HTTPClient) throws -> ExitCode {
        let job = verified.job
        let query = try command.tokens.query()
        let session = try Desk.sign(query, key: keyName(job, query), pin: command.pin, certificate: certificate(job))
        try verified.check(
            key: session.key.publicKey,
            certificate: session.certificates.first,
            installation: desk.trust.installation()
        )
        // Somebody may have taken hours to say yes.
        guard JobDesk.now < job.expires else {
            throw JobRefusal(.time, "the job ended while it waited for an answer")
        }
        // From here on the job is done, whatever happens.
        try desk.taken.take(job, at: JobDesk.now)
        try desk.log.add("accepted", job: job, octets: octets, at: JobDesk.now)
        var results: [Signed] = []
        let entry: JobLog.Entry
        do {
            for (index, document) in job.documents.enumerated() {
                let content = documents.indices.contains(index) ? documents[index] : []
                results.append(Signed(name: document.name, signature: try sign(document, content, job, session)))
            }
            entry = try desk.log.add("done", job: job, octets: octets, at: JobDesk.now)
        } catch {
            try desk.log.add("failed", reason: "\(error)", job: job, octets: octets, at: JobDesk.now)
            throw error
        }
        return try hand(over: results, verified, entry, client)
    }

    // MARK: - Documents

    /// The contents in the job's order, each compared with what the job names; none for digests.
    private func documents(_ verified: VerifiedJob, _ client: HTTPClient) throws -> [[UInt8]] {
        guard case .signData = verified.job.operation else { return [] }
        return try verified.job.documents.map { document in
            let content: [UInt8]
            let given = command.document.first { $0 == document.name || $0.hasSuffix("/\(document.name)") }
            if let given {
                content = try FileSource.contents(of: given, limit: Int(document.size) + 1)
            } else if let url = document.url {
                content = try JobDesk.fetch(url, limit: Int(document.size), client)
            } else {
                throw CommandError.usage(
                    "the document '\(document.name)' is not here",
                    hints: ["`--document \(document.name)` gives it"]
                )
            }
            try verified.check(content, is: document)
            return content
        }
    }

    // MARK: - The token

    private func certificate(_ job: Job) -> CertificateChoice? {
        if case .issuer = job.key { return .ofKey }
        return job.operation.form == .raw ? nil : .ofKey
    }

    /// The key that the job names, found by what it is.
    private func keyName(_ job: Job, _ query: TokenQuery) throws -> ObjectName {
        var session = try Desk.open(query, pin: nil)
        var found: [ObjectRecord] = []
        switch job.key {
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
            throw JobRefusal(.key, "token '\(session.token.name)' has \(ids.count) keys that the job could mean")
        }
        return .text(Hex.encode(id))
    }

    private func sign(
        _ document: JobDocument,
        _ content: [UInt8],
        _ job: Job,
        _ session: SigningSession
    ) throws -> [UInt8] {
        var signature: [UInt8] = []
        let output = MemoryOutput { signature = $0 }
        let form: SignatureForm =
            switch job.operation.form {
            case .raw: .raw
            case .detached: .detachedCMS
            case .attached: .attachedCMS
            }
        switch job.operation {
        case .signDigest: try session.sign(digest: document.digest, as: form, hash: document.hash, to: output)
        case .signData:
            var source = MemorySource(content)
            try session.sign(&source, size: UInt64(content.count), as: form, to: output)
        }
        return signature
    }

    // MARK: - The answer

    private func hand(
        over results: [Signed],
        _ verified: VerifiedJob,
        _ entry: JobLog.Entry,
        _ client: HTTPClient
    ) throws -> ExitCode {
        let job = verified.job
        var files: [String?] = []
        for result in results {
            guard let out = command.out else {
                files.append(nil)
                continue
            }
            let suffix = job.operation.form == .raw ? ".sig" : job.operation.form == .attached ? ".p7m" : ".p7s"
            let path = "\(out)/\(result.name)\(suffix)"
            try FileOutput.write(result.signature, to: path, force: false)
            files.append(path)
        }
        if let url = job.replyURL { try reply(results, job, entry, to: url, client) }
        try command.answer(
            "jeton.job.run/1",
            JobReport.members(verified) + [
                ("log", .string(entry.hash)), ("replied", .bool(job.replyURL != nil)),
                (
                    "results",
                    .array(
                        zip(results, files).map { result, file in
                            .object([
                                ("name", .string(result.name)), ("size", .number(result.signature.count)),
                                ("out", .text(file)),
                            ])
                        }
                    )
                ),
            ],
            zip(results, files).map { "\($0.name): signed\($1.map { ", \($0)" } ?? "")" }
                + (job.replyURL.map { ["the answer went to \($0)"] } ?? [])
        )
        return .success
    }

    private func reply(
        _ results: [Signed],
        _ job: Job,
        _ entry: JobLog.Entry,
        to url: String,
        _ client: HTTPClient
    ) throws {
        let body = CanonicalJSON.object([
            "jti": .string(job.identifier), "log": .string(entry.hash), "status": .string("done"),
            "typ": .string(Job.resultType),
            "results": .array(
                results.map { result in
                    .object(["name": .string(result.name), "signature": .string(Base64.encode(result.signature))])
                }
            ),
        ])
        var request = HTTPRequest(try HTTPURL(url))
        request.method = "POST"
        request.body = body.encoded
        request.bodyLimit = 1 << 16
        try request.fields.add("Content-Type", "application/json")
        let head = try client.perform(request) { _ throws(NetworkError) in }
        guard 200..<300 ~= head.status else {
            throw CommandError(
                "the signatures were made, but \(request.url.host) answered with status \(head.status)",
                hints: ["with --out, they are in files too"],
                exitCode: .inputOutput
            )
        }
    }
}
