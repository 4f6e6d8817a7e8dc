internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual eject`.
struct VirtualEjectCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "eject",
        abstract: "Take a card out: programs see it removed, until it is inserted again."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let card = try CardFolder().card(name)
        try VirtualCard.eject(at: card.path)
        if output.json {
            try Console.print(.object([("schema", .string("jeton.virtual.eject/1")), ("name", .string(name))]))
        } else {
            try Console.print("virtual card '\(name)' is ejected")
        }
        return .success
    }
}
