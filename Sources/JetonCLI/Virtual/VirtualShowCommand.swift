internal import ArgumentParser

/// `jeton virtual show`.
struct VirtualShowCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a virtual card: where it is, its PINs, keys and objects."
    )

    @Argument(help: "The card's name.") var name: String
    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let report = try CardReport(CardFolder().card(name))
        if output.json {
            try Console.print(.object([("schema", .string("jeton.virtual.show/1"))] + report.members))
        } else {
            try Console.print(report.lines)
            for hint in report.hints { Console.note("hint: \(hint)") }
        }
        return .success
    }
}
