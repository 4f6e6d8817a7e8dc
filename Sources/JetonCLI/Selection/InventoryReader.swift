internal import PCSC
internal import TokenKit

/// Looks at PC/SC and all modules of a run.
struct InventoryReader {
    let modules: ModuleChoice

    /// Surveys the modules in children and asks PC/SC for its readers.
    func read() throws(CommandError) -> Inventory {
        let requests = try modules.requests()
        var readers: [ReaderStatus] = []
        let outcomes = try modules.surveyor().survey(requests) { readers = InventoryReader.readers() }
        return InventoryReader.inventory(readers: readers, requests: requests, outcomes: outcomes)
    }

    /// Joins what PC/SC and the modules showed.
    static func inventory(
        readers: [ReaderStatus],
        requests: [ModuleSurveyor.Request],
        outcomes: [SurveyOutcome]
    ) -> Inventory {
        let entries = zip(requests, outcomes).map { request, outcome in
            Inventory.ModuleEntry(
                path: request.path,
                initializationString: request.initializationString,
                outcome: outcome
            )
        }
        return Inventory(readers: readers, modules: entries)
    }

    /// The readers that pcscd knows; none if it can't be reached, which is not an error: many tokens need no reader.
    static func readers() -> [ReaderStatus] {
        guard let library = try? PCSCLibrary(), let context = try? Context(library: library),
            let names = try? context.readers(), let states = try? context.states(of: names)
        else { return [] }
        return states.map { state in
            ReaderStatus(
                name: state.reader.description,
                hasCard: state.isCardPresent,
                isMute: state.flags.contains(.mute),
                answerToReset: state.atr
            )
        }
    }
}
