internal import ArgumentParser

/// `jeton key`.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Generate, import, list, attest and delete keys.",
        subcommands: [
            KeyGenerateCommand.self, KeyImportCommand.self, KeyListCommand.self, KeyAttestCommand.self,
            KeyDeleteCommand.self,
        ]
    )
}
