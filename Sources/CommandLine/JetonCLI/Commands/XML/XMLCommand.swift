internal import ArgumentParser

/// `jeton xml`.
struct XMLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xml",
        abstract: "Work with XML documents.",
        discussion: """
            `jeton sign --format xades` signs XML, and `jeton verify` checks it.
            """,
        subcommands: [XMLC14NCommand.self]
    )
}
