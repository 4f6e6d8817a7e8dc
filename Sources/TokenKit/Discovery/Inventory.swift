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
    /// How many readers have a token of a label.
    private let labelCounts: [[UInt8]: Int]

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
                places[Inventory.key(name), default: Place(name: name)].add(slot, survey, module)
            }
        }
        let readers = places.values.map(\.entry).sorted { $0.name < $1.name }
        self.readers = readers
        labelCounts = readers.reduce(into: [:]) { counts, reader in
            if let token = reader.token { counts[token.token.label.octets, default: 0] += 1 }
        }
    }

    /// All tokens of all readers.
    public var tokens: [TokenEntry] { readers.flatMap(\.tokens) }

    /// The shortest URI that names one token among those that are here.
    ///
    /// The label alone does for nearly all tokens. Of tokens with the same label, at most 64 are compared attribute by
    /// attribute; beyond that the whole URI is given, so that a module with thousands of slots costs no more.
    public func shortestURI(of token: TokenEntry) -> PKCS11URI {
        let label = token.token.label.octets
        if !label.isEmpty, labelCounts[label] == 1 {
            var uri = PKCS11URI()
            uri.token = label
            return uri
        }
        guard labelCounts[label, default: 0] <= 64 else { return token.fullURI }
        let others = readers.compactMap(\.token).filter { $0.token.label.octets == label }.map(\.fullURI)
        guard var short = PKCS11URI.shortestUnique(for: token.fullURI, among: others) else { return token.fullURI }
        if !label.isEmpty { short.token = label }
        return short
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
