internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual delete`.
struct VirtualDeleteCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a virtual card with all keys on it."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions
    @OptionGroup var deletion: DeletionOptions

    func execute() throws -> ExitCode {
        let card = try CardDirectory().card(name)
        try deletion.confirm("Virtual card '\(name)' and all keys on it will be permanently deleted.")
        try SoftwareCard.delete(at: card.path)
        return try answer("jeton.virtual.delete/1", ["name": name], ["virtual card '\(name)' is deleted"])
    }
}
