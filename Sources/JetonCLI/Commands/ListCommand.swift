internal import ArgumentParser
internal import Cryptoki
internal import TokenKit

/// `jeton list`.
struct ListCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List readers, slots and tokens with their media, pairing and PIN state."
    )

    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Show empty slots that are no readers, and modules that failed to load.")
    var all = false

    @Flag(name: .long, help: "Go on and print a line for every change; JSON gives a document a line.")
    var watch = false

    // Each module runs in a child of its own.
    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let inventory = try InventoryReader(modules: modules).read()
        if output.json {
            try Console.print(ListReport(inventory: inventory, all: all).json)
        } else {
            try Console.print(ListReport(inventory: inventory, all: all).lines(style: Console.style))
            for line in ListReport(inventory: inventory, all: all).notes { Console.note(line) }
        }
        guard watch else { return .success }
        return try ListWatcher(modules: modules, json: output.json, all: all).run(from: inventory)
    }
}
