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
    let tokens: any TokenAccess

    init(command: JobRunCommand) {
        self.command = command
        tokens = CommandTokens(command.tokens, pin: command.pin, management: command.management)
    }

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
        guard !job.job.operation.attachments.isEmpty || (command.attach.isEmpty && !command.anyFile) else {
            throw CommandError.usage("--attach and --any-file go with a job that asks for files")
        }
        if job.job.operation == .timestamp { _ = try command.servers.urls() }
    }

    var secretPlaces: [String] {
        guard !command.anyFile else { return [] }
        let home = Process.variable("HOME").map { home in [".ssh", ".gnupg"].map { "\(home)/\($0)" } } ?? []
        return home + [Process.dataDirectory].compactMap { $0 }
    }

    func pick(_ wanted: [JobAttachment]) throws -> [String] {
        guard command.attach.isEmpty else { return command.attach }
        guard !command.yes, Console.isTerminal(0), Console.isTerminal(2) else {
            throw CommandError.usage(
                "the job asks for \(wanted.count == 1 ? "a file" : "\(wanted.count) files"), and none is named",
                hints: wanted.map { "--attach FILE names one for '\($0.label)': \($0.words)" }
            )
        }
        return try wanted.map { attachment in
            Console.message("The issuer asks for a file, and calls it '\(attachment.label)' (\(attachment.words)).")
            Console.message("The path of the file, or an empty line to stop:")
            guard let path = readLine(), !path.isEmpty else { throw CommandError.usage("no file was picked") }
            return path
        }
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
