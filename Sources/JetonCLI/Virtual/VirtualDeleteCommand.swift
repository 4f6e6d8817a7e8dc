internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual delete`.
struct VirtualDeleteCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a virtual card with all keys on it."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Delete without asking.")
    var yes = false

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let card = try CardFolder().card(name)
        try Confirmation.ask("Virtual card '\(name)' and all keys on it will be lost for ever.", yes: yes)
        try VirtualCard.delete(at: card.path)
        if output.json {
            try Console.print(.object([("schema", .string("jeton.virtual.delete/1")), ("name", .string(name))]))
        } else {
            try Console.print("virtual card '\(name)' is deleted")
        }
        return .success
    }
}
