internal import ArgumentParser
internal import JetonJobs
internal import JobDesk

/// `jeton job show`.
struct JobShowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Check a job and show what it asks for.",
        discussion: "No token is used, and none of the job's documents are fetched."
    )

    @Argument(help: ArgumentHelp("A job: a file or an https URL.", valueName: "file|url"), completion: .file())
    var place: String
    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var revocation: RevocationOptions

    func execute() throws -> ExitCode {
        let octets = try JobSource.read(place) { try NetworkAccess(network).client }
        let verified = try JobRecords.ofThisUser().verify(octets, revocation.access(network)?.collector)
        return try answer("jeton.job.show/1", JobReport.members(verified), JobReport.lines(verified))
    }
}
