internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton list`.
struct ListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List readers, slots and tokens with their media, pairing and PIN state.",
        discussion: """
            A failing module does not stop the others. If --module names it, the exit code reports the failure (3 not \
            found, 5 faulty). An installed module only gets a note, since many serve tokens that are not attached.

            The column CHANNEL appears if a token has a secure channel: the suite in use, "not set up" with the \
            available suites, or "refused" if the keys do not belong to this program.
            """
    )

    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Also show empty slots without a reader, and modules that failed to load.")
    var all = false

    @Flag(help: "Print a line for every change until stopped; with --json, one document per line.")
    var watch = false

    func execute() throws -> ExitCode {
        let inventory = try modules.choice.finder().inventory()
        let code = try show(inventory)
        guard watch else { return code }
        return try ListWatcher(modules: modules.choice, json: output.json, all: all).run(from: inventory)
    }

    private func show(_ inventory: Inventory) throws -> ExitCode {
        let missed = modules.module.isEmpty ? [] : inventory.failures
        if let failure = missed.first, missed.count == inventory.modules.count, inventory.readers.isEmpty, !watch {
            throw failure
        }
        let report = ListReport(inventory: inventory, all: all, namesModules: !modules.module.isEmpty)
        if output.json {
            try Console.print(verbatim: watch ? report.json.line : report.json.text)
            for failure in missed { Console.note("warning: \(failure)") }
        } else {
            try Console.print(report.lines(style: Console.style))
            for line in report.notes { Console.note(line) }
            if !watch, let notice = try? EnrollmentReport.notice() { Console.note(notice) }
        }
        return missed.first.map { ErrorReport.describe($0).exitCode } ?? .success
    }
}
