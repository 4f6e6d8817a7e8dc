public import Cryptoki

/// All readers, slots and tokens at one moment: what PC/SC and the modules showed, joined.
public struct Inventory: Sendable {
    /// A module that was surveyed, or could not be.
    public struct ModuleEntry: Sendable {
        /// The module's path.
        public let path: String
        /// What NSS's own modules want in C_Initialize; nil for all others.
        public let initializationString: String?
        /// What it showed.
        public let outcome: Result<ModuleSurvey, SurveyFailure>

        /// Makes an entry.
        public init(
            path: String,
            initializationString: String? = nil,
            outcome: Result<ModuleSurvey, SurveyFailure>
        ) {
            self.path = path
            self.initializationString = initializationString
            self.outcome = outcome
        }
    }

    /// The readers, each once, sorted by name.
    public let readers: [ReaderEntry]
    /// The modules, in the order given.
    public let modules: [ModuleEntry]
    /// For many tokens only: comparing a few with each other takes less time than making this.
    private let uniqueValues: UniqueValues?

    /// How many tokens are few.
    private static let fewTokens = 16

    /// Joins what PC/SC says with what the modules show.
    ///
    /// A slot belongs to a reader if its description is the reader's name, whole, as far as 64 octets hold it.
    public init(readers: [ReaderStatus], modules: [ModuleEntry]) {
        self.modules = modules
        var places: [String: Place] = [:]
        for reader in readers { places[Inventory.key(reader.name), default: Place(name: reader.name)].reader = reader }
        for module in modules {
            guard case .success(let survey) = module.outcome else { continue }
            for slot in survey.slots {
                let name = Inventory.name(of: slot, in: survey)
                var key = Inventory.key(name)
                // Only in a reader are two different tokens one: elsewhere the same name may stand for two places.
                if places[key]?.reader == nil { key += Inventory.identity(of: slot.token) }
                places[key, default: Place(name: name)].add(slot, survey, module)
            }
        }
        self.readers = places.values.map(\.entry).sorted { left, right in
            left.name != right.name
                ? left.name < right.name
                : Inventory.identity(of: left.token?.token) < Inventory.identity(of: right.token?.token)
        }
        let tokenCount = self.readers.count { !$0.tokens.isEmpty }
        uniqueValues =
            tokenCount > Inventory.fewTokens
            ? UniqueValues(of: self.readers.compactMap { $0.tokens.first?.fullURI }) : nil
    }

    /// All tokens of all readers.
    public var tokens: [TokenEntry] { readers.flatMap(\.tokens) }

    /// What kept modules from being looked at.
    public var failures: [SurveyFailure] {
        modules.compactMap { if case .failure(let failure) = $0.outcome { failure } else { nil } }
    }

    /// The shortest URI that names one token among those that are here.
    public func shortestURI(of token: TokenEntry) -> PKCS11URI {
        if let uri = uniqueValues?.uri(for: token.fullURI) { return uri }
        let others = readers.compactMap { $0.tokens.first?.fullURI }
        return PKCS11URI.shortestUnique(for: token.fullURI, among: others) ?? token.fullURI
    }

    private static func key(_ name: String) -> String {
        var octets = Array(name.utf8.prefix(64))
        while octets.last == 0x20 { octets.removeLast() }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func name(of slot: ModuleSurvey.SlotSurvey, in survey: ModuleSurvey) -> String {
        let description = slot.info.slotDescription.description
        return description.isEmpty ? "\(survey.info.libraryDescription) slot \(slot.id)" : description
    }

    /// What tells one token from another in one module or in two that show the same.
    private static func identity(of token: TokenInfo?) -> String {
        guard let token else { return "" }
        return "\0\(token.serialNumber)\0\(token.label)"
    }

    private struct Place {
        let name: String
        var reader: ReaderStatus?
        var tokens: [TokenEntry] = []
        var slots: [ModuleSurvey.SlotSurvey] = []

        init(name: String) { self.name = name }

        mutating func add(_ slot: ModuleSurvey.SlotSurvey, _ survey: ModuleSurvey, _ module: ModuleEntry) {
            guard let token = slot.token else {
                slots.append(slot)
                return
            }
            tokens.append(
                TokenEntry(
                    modulePath: module.path,
                    initializationString: module.initializationString,
                    moduleInfo: survey.info,
                    slot: slot,
                    token: token
                )
            )
        }

        var entry: ReaderEntry {
            // Of several modules that show one card, the vendor's own knows it best; OpenSC takes nearly all cards.
            let ordered = tokens.enumerated().sorted { left, right in
                let ranks = (Place.rank(left.element), Place.rank(right.element))
                return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : left.offset < right.offset
            }
            let name = reader?.name ?? name
            return ReaderEntry(
                nickname: ReaderNickname.make(name),
                name: name,
                reader: reader,
                tokens: ordered.map(\.element),
                slots: slots
            )
        }

        private static func rank(_ token: TokenEntry) -> Int {
            if !token.token.flags.contains(.tokenInitialized) { return 2 }
            return token.moduleInfo.manufacturer.description.hasPrefix("OpenSC") ? 1 : 0
        }
    }
}
