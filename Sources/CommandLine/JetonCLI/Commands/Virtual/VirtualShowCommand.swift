internal import ArgumentParser

/// `jeton virtual show`.
struct VirtualShowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a virtual card: where it is, its PINs, keys and objects."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let report = try CardReport(CardDirectory().card(name))
        try answer("jeton.virtual.show/1", report.members, report.lines)
        if !output.json { for hint in report.hints { Console.note("hint: \(hint)") } }
        return .success
    }
}
