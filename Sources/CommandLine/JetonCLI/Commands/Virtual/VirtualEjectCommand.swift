internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual eject`.
struct VirtualEjectCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "eject",
        abstract: "Eject a card: programs see it removed until it is inserted again."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let card = try CardDirectory().card(name)
        try SoftwareCard.eject(at: card.path)
        return try answer("jeton.virtual.eject/1", ["name": name], ["virtual card '\(name)' is ejected"])
    }
}
