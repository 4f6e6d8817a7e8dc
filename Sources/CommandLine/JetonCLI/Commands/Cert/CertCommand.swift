internal import ArgumentParser

/// `jeton cert`.
struct CertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cert",
        abstract: "Create, import, export, list, check and delete certificates.",
        subcommands: [
            CertCreateCommand.self, CertImportCommand.self, CertExportCommand.self, CertListCommand.self,
            CertVerifyCommand.self, CertDeleteCommand.self,
        ]
    )
}
