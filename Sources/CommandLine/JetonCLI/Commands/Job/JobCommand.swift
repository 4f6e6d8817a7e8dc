internal import ArgumentParser

/// `jeton job`.
struct JobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Do what a server asks for by a signed request.",
        discussion: """
            A job is a signed message of a server that you trust for jobs. It is checked before anything of it is \
            fetched or shown, done once, and each decision is logged.
            """,
        subcommands: [JobShowCommand.self, JobRunCommand.self, JobTrustCommand.self, JobLogCommand.self]
    )
}
