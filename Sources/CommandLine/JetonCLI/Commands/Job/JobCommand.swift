internal import ArgumentParser

/// `jeton job`.
struct JobCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Carry out what a server's signed request asks for.",
        discussion: """
            A job is a message that is signed by a server which you trust for jobs. jeton checks it before it fetches \
            or shows anything of it, does it once, and logs each decision.
            """,
        subcommands: [JobShowCommand.self, JobRunCommand.self, JobTrustCommand.self, JobLogCommand.self]
    )
}
