internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual delete`.
struct VirtualDeleteCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a virtual card with all keys on it."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Delete without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let card = try CardDirectory().card(name)
        try Confirmation.ask("Virtual card '\(name)' and all keys on it will be permanently deleted.", yes: yes)
        try SoftwareCard.delete(at: card.path)
        try answer(
            "jeton.virtual.delete/1",
            [("name", .string(name))],
            ["virtual card '\(name)' is deleted"]
        )
        return .success
    }
}
