internal import ArgumentParser
internal import Jobs

/// `jeton job show`.
struct JobShowCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Check a job and show what it asks for.",
        discussion: "No token is touched and nothing of the job is fetched."
    )

    @Argument(help: ArgumentHelp("A job: a file or an https URL.", valueName: "file|url"), completion: .file())
    var place: String
    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Ask whether the signer's certificate was revoked.")
    var online = false

    func execute() throws -> ExitCode {
        let octets = try JobDesk.read(place, network)
        let verified = try JobDesk().verify(octets, online ? NetworkAccess(network) : nil)
        try answer("jeton.job.show/1", JobReport.members(verified), JobReport.lines(verified))
        return .success
    }
}
