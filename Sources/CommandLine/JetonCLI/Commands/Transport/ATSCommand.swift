internal import ArgumentParser

/// `jeton ats`.
struct ATSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ats",
        abstract: "Find what a server needs of App Transport Security.",
        discussion: """
            App Transport Security is what Apple's systems demand of an app's connections: TLS 1.2, forward secrecy, \
            certificates of some strength. An app's Info.plist makes exceptions.
            """,
        subcommands: [ATSDiagnoseCommand.self, ATSLintCommand.self]
    )
}
