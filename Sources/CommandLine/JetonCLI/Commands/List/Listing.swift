internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// One `jeton list`.
struct Listing {
    var modules = ModuleChoice()
    var json = false
    var all = false
    var watch = false

    /// Prints the list, and continues if asked to.
    func run() throws -> ExitCode {
        let requests = try modules.requests()
        guard requests.count == 1, !watch else {
            let inventory = try modules.finder().inventory()
            let code = try show(inventory)
            return watch ? try ListWatcher(modules: modules, json: json, all: all).run(from: inventory) : code
        }
        let code = try modules.surveyor().survey(requests[0]) { outcome in
            let inventory = Inventory(readers: ReaderStatus.current(), requests: requests, outcomes: [outcome])
            do {
                return try show(inventory).rawValue
            } catch {
                return ErrorReport.show(error, json: json).rawValue
            }
        }
        return ExitCode(code)
    }

    private func show(_ inventory: Inventory) throws -> ExitCode {
        let missed = modules.paths.isEmpty ? [] : inventory.failures
        if let failure = missed.first, missed.count == inventory.modules.count, inventory.readers.isEmpty, !watch {
            throw failure
        }
        let report = ListReport(inventory: inventory, all: all, namesModules: !modules.paths.isEmpty)
        if json {
            try Console.print(verbatim: watch ? report.json.line : report.json.text)
            for failure in missed { Console.note("warning: \(failure)") }
        } else {
            try Console.print(report.lines(style: Console.style))
            for line in report.notes { Console.note(line) }
        }
        return missed.first.map { ErrorReport.describe($0).exitCode } ?? .success
    }
}

extension Listing {
    /// The list for the plainest arguments; nil for all others, which ArgumentParser reads.
    ///
    /// `list` runs in prompts and scripts, over and over, and ArgumentParser takes about as long to look at its own
    /// types as the rest of the program takes to start.
    ///
    /// - Parameter arguments: All arguments of the program.
    init?(plain arguments: [String]) {
        guard arguments.first == "list" else { return nil }
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            switch word {
            case "--all": all = true
            case "--watch": watch = true
            case "--json": json = true
            case "--module":
                guard let path = rest.popFirst(), !path.hasPrefix("-") else { return nil }
                modules.paths.append(path)
            default: return nil
            }
        }
    }
}
