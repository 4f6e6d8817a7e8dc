internal import ArgumentParser

/// `jeton ats`.
struct ATSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ats",
        abstract: "Find the App Transport Security exception that a server needs.",
        discussion: """
            App Transport Security is a set of rules that Apple's systems enforce on an app's connections: TLS 1.2 or \
            later, forward secrecy, and certificates with strong keys. The app's Info.plist declares exceptions.
            """,
        subcommands: [ATSDiagnoseCommand.self, ATSLintCommand.self]
    )
}
