internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual insert`.
struct VirtualInsertCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "insert",
        abstract: "Put an ejected card back."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let card = try CardFolder().card(name)
        try VirtualCard.insert(at: card.path)
        if output.json {
            try Console.print(.object([("schema", .string("jeton.virtual.insert/1")), ("name", .string(name))]))
        } else {
            try Console.print("virtual card '\(name)' is inserted")
        }
        return .success
    }
}
