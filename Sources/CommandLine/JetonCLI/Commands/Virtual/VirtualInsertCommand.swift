internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual insert`.
struct VirtualInsertCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(commandName: "insert", abstract: "Insert an ejected card.")

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let card = try CardDirectory().card(name)
        try SoftwareCard.insert(at: card.path)
        return try answer("jeton.virtual.insert/1", ["name": name], ["virtual card '\(name)' is inserted"])
    }
}
