internal import ArgumentParser
internal import VirtualCard

/// `jeton virtual create`.
struct VirtualCreateCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a new virtual card.",
        discussion: "It has PIN 123456 and PUK 12345678, as PIV cards have from the factory: change them."
    )

    @Argument(help: "The card's name: letters, digits, '-', '_' and '.'.") var name: String
    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let folder = try CardFolder()
        let card = try folder.newCard(name)
        try folder.make()
        _ = try VirtualCard.create(at: card.path)
        let report = try CardReport(card)
        if output.json {
            try Console.print(.object([("schema", .string("jeton.virtual.create/1"))] + report.members))
        } else {
            try Console.print("virtual card '\(name)' is made, serial \(report.status.serialNumber)")
        }
        for hint in report.hints { Console.note("hint: \(hint)") }
        return .success
    }
}
