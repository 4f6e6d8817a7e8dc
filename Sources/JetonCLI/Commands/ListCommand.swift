internal import ArgumentParser
internal import Cryptoki
internal import TokenKit

/// `jeton list`.
struct ListCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List readers, slots and tokens with their media, pairing and PIN state.",
        discussion: """
            A module that fails keeps no other from being listed. If it was named with --module the exit code tells \
            (3 not there, 5 faulty); of the installed ones it is a note, for many serve tokens that are not here.
            """
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
        let missed = modules.module.isEmpty ? [] : inventory.failures
        if let failure = missed.first, missed.count == inventory.modules.count, inventory.readers.isEmpty, !watch {
            throw failure
        }
        let report = ListReport(inventory: inventory, all: all, namesModules: !modules.module.isEmpty)
        if output.json {
            try Console.print(watch ? report.json.line : report.json.text)
        } else {
            try Console.print(report.lines(style: Console.style))
            for line in report.notes { Console.note(line) }
        }
        guard watch else { return missed.first.map { ErrorReport.describe($0).exitCode } ?? .success }
        return try ListWatcher(modules: modules, json: output.json, all: all).run(from: inventory)
    }
}

extension ListCommand {
    /// The command with the plainest arguments; nil for all others, which ArgumentParser reads.
    ///
    /// `list` runs in prompts and scripts, over and over, and half of what it does of its own is ArgumentParser
    /// looking at its own types.
    ///
    /// - Parameter arguments: What stands behind `list`.
    static func plain(_ arguments: ArraySlice<String>) -> ListCommand? {
        // Not an initialiser: there the compiler would take the assignments for wrappers that are to be parsed yet.
        var command = ListCommand()
        command.modules = ModuleOptions()
        command.modules.module = []
        command.output = OutputOptions()
        command.output.json = false
        command.all = false
        command.watch = false
        var rest = arguments
        while let word = rest.popFirst() {
            switch word {
            case "--all": command.all = true
            case "--watch": command.watch = true
            case "--json": command.output.json = true
            case "--module":
                guard let path = rest.popFirst(), !path.hasPrefix("-") else { return nil }
                command.modules.module.append(path)
            default: return nil
            }
        }
        return command
    }
}
