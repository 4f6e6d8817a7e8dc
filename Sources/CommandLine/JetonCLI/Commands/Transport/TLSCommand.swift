internal import ArgumentParser

/// `jeton tls`.
struct TLSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tls",
        abstract: "Explain the TLS of a server.",
        subcommands: [TLSExplainCommand.self]
    )
}
