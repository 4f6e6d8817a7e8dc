internal import Cryptoki
internal import TokenKit

extension TokenFinder {
    /// As ``find(_:among:)``, with every module loaded in this process: for a program with threads and no helper, which
    /// can't fork.
    ///
    /// - Throws: As ``find(_:among:)``; what the only module answers.
    package func findHere(_ query: TokenQuery, among scope: TokenScope = .initialized) throws -> SelectedToken {
        guard !modules.isEmpty else { throw SelectionError(.noModule) }
        if modules.count == 1 { return try find(query, among: scope) }
        let (inventory, loaded) = surveyHere()
        return selected(try Self.choose(query, in: inventory, among: scope), inventory, loaded)
    }

    /// All tokens that are set up, with every module loaded in this process; those of modules that fail are left out.
    package func tokensHere() -> [SelectedToken] {
        let (inventory, loaded) = surveyHere()
        return inventory.readers.compactMap(\.token).filter { $0.state != .uninitialized }.map {
            selected($0, inventory, loaded)
        }
    }

    private func selected(_ entry: TokenEntry, _ inventory: Inventory, _ loaded: [String: Module]) -> SelectedToken {
        SelectedToken(
            entry: entry,
            inventory: inventory,
            slot: loaded[entry.modulePath].map { Slot(module: $0, id: entry.slot.id) }
        )
    }

    private func surveyHere() -> (inventory: Inventory, modules: [String: Module]) {
        var loaded: [String: Module] = [:]
        let outcomes = modules.map { request -> SurveyOutcome in
            do {
                let library = try ModuleLibrary(path: request.path)
                let module = try Module(library, initializationString: request.initializationString)
                loaded[request.path] = module
                return .success(try ModuleSurvey(of: module))
            } catch let error as ModuleLoadError {
                return .failure(.notLoaded(error))
            } catch let error as CryptokiError {
                return .failure(.failed(error))
            } catch {
                return .failure(.garbled(path: request.path))
            }
        }
        return (Inventory(readers: ReaderStatus.current(), requests: modules, outcomes: outcomes), loaded)
    }
}
