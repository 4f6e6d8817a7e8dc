internal import JetonJobs
internal import JetonNetwork
internal import JetonRelay
internal import JetonValidation
internal import JobDesk
internal import SigningDesk
internal import VerificationDesk

/// What the options of `jeton job run` bring to a job.
struct CommandJobs: JobProgram {
    let command: JobRunCommand

    var tokens: any TokenAccess { CommandTokens(tokens: command.tokens, pin: command.pin) }

    var relayUser: String? { command.identity.user }

    var relayReport: @Sendable (RelayEvent) -> Void { { event in RelayTargetOptions.tell(event) } }

    func client() throws -> HTTPClient { try NetworkAccess(command.network).client }

    func revocation() throws -> EvidenceCollector? { try command.revocation.access(command.network)?.collector }

    func accept(_ job: VerifiedJob) throws {
        guard job.olderContents == nil || !command.yes else {
            throw CommandError.usage("a job of the older form requires consent each time; leave out --yes")
        }
        guard job.job.operation.relay != nil || !command.identity.isGiven else {
            throw CommandError.usage("--user, --password-source and --policy require a relay job")
        }
        if job.job.operation == .timestamp { _ = try command.servers.urls() }
    }

    func ask(_ question: Question) throws -> Question.Answer {
        if !command.output.json || !command.yes {
            for line in JobReport.lines(question.rows) { Console.message(line) }
        }
        try Confirmation.ask(question.prompt, yes: command.yes)
        return question.agreed(by: command.yes ? .beforehand : .terminal)
    }

    func timestamps() throws -> TimestampClient {
        let network = try command.servers.network(command.network, tokens: command.tokens, pin: command.pin)
        return try command.servers.client(network, trust: [])
    }

    func relaySettings(_ target: String) throws -> RelaySettings { try command.identity.settings(target) }

    func relayClient(_ session: SigningSession?) throws -> RelayClient {
        try command.identity.client(session, command.network)
    }

    func tell(_ notice: JobNotice) {
        switch notice {
        case .warning(let text): Console.note("warning: \(text)")
        case .untrustedTimestamp:
            TimestampServerOptions.warnUntrusted(["`jeton config set trust FILE` names the certificates to trust"])
        }
    }

    func words(for error: any Error) -> String { ErrorReport.describe(error).message }
}

extension JobRecords {
    /// The jobs of this user.
    static func ofThisUser() throws(CommandError) -> JobRecords {
        JobRecords(directory: try Process.required(Process.dataDirectory) + "/jobs")
    }
}
