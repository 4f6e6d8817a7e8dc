internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonEnrollment
internal import JetonJobs
internal import JetonOctets
internal import JobDesk

/// `jeton job run`.
struct JobRunCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Check a job, ask for consent, do it, answer the issuer.",
        discussion: """
            Documents are fetched from the issuer, or given by --document; their digests are computed here. A job is \
            done once, also if the program is killed while it works. The results go to the issuer if the job says so, \
            and to --out. Timestamps come from the authority that --tsa or the settings name, never from one that the \
            job names.

            A relay shows your certificate, or the password of --user, to a target that `jeton job trust` allows the \
            issuer. The issuer gets what the target answers, and nothing else.

            A job can ask for files by what they are for, their types and size, and never names one: --attach does, or \
            you at the prompt. Only the file's name, type and content go to the issuer.
            """
    )

    @Argument(help: ArgumentHelp("A job: a file or an https URL.", valueName: "file|url"), completion: .file())
    var place: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var servers: TimestampServerOptions
    @OptionGroup var identity: RelayIdentityOptions

    @Option(
        help: ArgumentHelp(
            "A document of the job that the issuer does not provide; may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var document: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file for a job that asks for files, in its order; may be repeated (default: asked on the terminal).",
            valueName: "file"
        ),
        completion: .file()
    )
    var attach: [String] = []

    @Flag(help: "Also attach files of ~/.ssh, ~/.gnupg and Jeton's data.")
    var anyFile = false

    @Option(help: ArgumentHelp("The directory for the signatures.", valueName: "directory"), completion: .directory)
    var out: String?

    @OptionGroup var revocation: RevocationOptions

    @Flag(help: "Agree in advance to everything that `jeton job show` lists; not allowed for jobs of the older form.")
    var yes = false

    func execute() throws -> ExitCode {
        let program = CommandJobs(command: self)
        let run = JobRun(
            try JobSource.read(place, program.client),
            try .ofThisUser(),
            try .ofThisUser(),
            program,
            documents: document,
            directory: out
        )
        return try report(try run.run())
    }

    private func report(_ outcome: JobRun.Outcome) throws -> ExitCode {
        let reply = outcome.verified.job.replyURL
        let results = Array(zip(outcome.results, outcome.files))
        try answer(
            "jeton.job.run/1",
            JobReport.members(outcome.verified) + [
                "log": outcome.entry.hash, "replied": reply != nil,
                "results": JSON.array(results) { result, file in JobReport.json(result, file) },
            ],
            results.map { "\($0.name): \(JobReport.words($0))\($1.map { ", \($0)" } ?? "")" }
                + (reply.map { ["the answer went to \($0)"] } ?? [])
        )
        return outcome.results.contains { ($0.relayed?.status ?? 0) >= 400 } ? .finding : .success
    }
}
