internal import ArgumentParser

/// `jeton key`.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Generate, import, list and delete keys.",
        subcommands: [
            KeyGenerateCommand.self, KeyImportCommand.self, KeyListCommand.self, KeyDeleteCommand.self,
        ]
    )
}
