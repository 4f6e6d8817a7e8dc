internal import ArgumentParser

/// `jeton job`.
struct JobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Carry out a server's signed request.",
        discussion: """
            A job is a request signed by a server that you trust for jobs. jeton checks it before it fetches or shows \
            anything, does it once, and logs each decision.
            """,
        subcommands: [JobShowCommand.self, JobRunCommand.self, JobTrustCommand.self, JobLogCommand.self]
    )
}
