internal import Cryptoki
public import TokenKit

/// Finds the one token that a query names, among those of a set of modules.
///
/// With one module it is loaded in this process, once. With several, each is surveyed in a process of its own, and the
/// module of the token that was found is loaded here when something is asked of it first.
///
/// ```swift
/// let finder = TokenFinder(modules: [.init(path: "/usr/lib/softhsm/libsofthsm2.so")])
/// let token = try finder.find(TokenQuery(label: "alpha"))
/// ```
///
/// Blocks as long as modules and pcscd do; may be used from any thread.
public struct TokenFinder: Sendable {
    /// The modules to look into.
    public let modules: [ModuleSurveyor.Request]
    private let surveyor: ModuleSurveyor

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - modules: The modules, those that are preferred first.
    ///   - surveyor: Surveys them if there are several; a process with threads needs one with a helper program.
    public init(modules: [ModuleSurveyor.Request], surveyor: ModuleSurveyor = ModuleSurveyor()) {
        self.modules = modules
        self.surveyor = surveyor
    }

    /// Surveys all modules in processes of their own and asks PC/SC for its readers.
    public func inventory() -> Inventory {
        var readers: [ReaderStatus] = []
        let outcomes = surveyor.survey(modules) { readers = ReaderStatus.current() }
        return Inventory(readers: readers, requests: modules, outcomes: outcomes)
    }

    /// All tokens that are set up, of all modules.
    ///
    /// A token that several modules see is there several times.
    public func tokens() -> [SelectedToken] {
        tokens(in: inventory())
    }

    /// The tokens of an inventory that are set up.
    package func tokens(in inventory: Inventory) -> [SelectedToken] {
        inventory.tokens.filter { $0.state != .uninitialized }.map {
            SelectedToken(entry: $0, inventory: inventory)
        }
    }

    /// Finds the token that a query names; none is chosen by its place.
    ///
    /// - Parameters:
    ///   - query: The names. Its ``TokenQuery/modules`` are the caller's to heed when it makes the finder.
    ///   - scope: The tokens to choose from.
    /// - Returns: The token.
    /// - Throws: ``SelectionError``; `ModuleLoadError` and `CryptokiError` if the only module fails.
    public func find(_ query: TokenQuery, among scope: TokenScope = .initialized) throws -> SelectedToken {
        guard let first = modules.first else { throw SelectionError(.noModule) }
        let token = modules.count == 1 ? try find(query, among: scope, in: first) : try findInAll(query, among: scope)
        // A token that is closed says itself what is missing when a session is opened.
        guard !query.requiresChannel || token.entry.slot.channel?.suite != nil || token.entry.isClosed else {
            throw SelectionError(
                .noChannel,
                "token '\(token.name)' has no secure channel, but a secure channel is required"
            )
        }
        return token
    }

    private func findInAll(_ query: TokenQuery, among scope: TokenScope) throws -> SelectedToken {
        var inventory = inventory()
        do {
            return SelectedToken(entry: try Self.choose(query, in: inventory, among: scope), inventory: inventory)
        } catch let error as SelectionError where error.code == .noToken {
            // A module that many programs use at once may fail for a moment.
            let mayPass = inventory.failures.contains { failure in
                if case .failed = failure { true } else { false }
            }
            guard mayPass else { throw error }
        }
        inventory = self.inventory()
        do {
            return SelectedToken(entry: try Self.choose(query, in: inventory, among: scope), inventory: inventory)
        } catch let error as SelectionError where error.code == .noToken && !query.modules.isEmpty {
            // The token may be one of the module's, which was named.
            throw inventory.failures.first ?? error
        }
    }

    /// The token of a query; what a module answers for a token that it can't read goes before "no token matches".
    static func choose(
        _ query: TokenQuery,
        in inventory: Inventory,
        among scope: TokenScope
    ) throws -> TokenEntry {
        do {
            return try TokenChoice(inventory, query).token(among: scope)
        } catch {
            let failure = error.code == .noToken ? inventory.unreadToken(inReader: query.reader) : nil
            throw failure ?? error
        }
    }

    private func find(
        _ query: TokenQuery,
        among scope: TokenScope,
        in request: ModuleSurveyor.Request
    ) throws -> SelectedToken {
        let module = try Module(
            ModuleLibrary(path: request.path),
            initializationString: request.initializationString
        )
        // Only PC/SC knows the whole of a name that is longer than a slot's description.
        let isLong = query.reader.map { $0.utf8.count > 64 } ?? false
        let inventory = Inventory(
            readers: isLong ? ReaderStatus.current() : [],
            requests: [request],
            outcomes: [.success(try ModuleSurvey(of: module))]
        )
        let entry = try Self.choose(query, in: inventory, among: scope)
        return SelectedToken(entry: entry, inventory: inventory, slot: Slot(module: module, id: entry.slot.id))
    }
}
