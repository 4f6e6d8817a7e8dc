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
        public let outcome: SurveyOutcome

        /// Makes an entry.
        public init(
            path: String,
            initializationString: String? = nil,
            outcome: SurveyOutcome
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
        // What is seen of each place, brought together by sorting: a table of places would be made of generic types,
        // which takes longer than all else here where there are a handful.
        let readerKeys = readers.map { Inventory.key($0.name) }.sorted()
        var sightings: [Sighting] = []
        for reader in readers {
            sightings.append(
                Sighting(
                    key: Inventory.key(reader.name),
                    order: sightings.count,
                    name: reader.name,
                    kind: .reader(reader)
                )
            )
        }
        for module in modules {
            guard case .success(let survey) = module.outcome else { continue }
            for slot in survey.slots {
                let name = Inventory.name(of: slot, in: survey)
                var key = Inventory.key(name)
                // Only in a reader are two different tokens one: elsewhere the same name may stand for two places.
                if !Inventory.isAmong(readerKeys, key) { key += Inventory.identity(of: slot.token) }
                sightings.append(
                    Sighting(key: key, order: sightings.count, name: name, kind: .slot(slot, survey, module))
                )
            }
        }
        sightings.sort { left, right in
            left.key != right.key ? left.key < right.key : left.order < right.order
        }
        var places: [Place] = []
        for sighting in sightings {
            if places.last?.key != sighting.key { places.append(Place(key: sighting.key, name: sighting.name)) }
            places[places.count - 1].add(sighting)
        }
        self.readers = places.map(\.entry).sorted { left, right in
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

    /// Whether a sorted list holds a key.
    private static func isAmong(_ keys: [String], _ key: String) -> Bool {
        var range = 0..<keys.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if keys[middle] == key { return true }
            range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    private struct Sighting {
        enum Kind {
            case reader(ReaderStatus)
            case slot(ModuleSurvey.SlotSurvey, ModuleSurvey, ModuleEntry)
        }

        let key: String
        /// Where it stands among those of one key.
        let order: Int
        let name: String
        let kind: Kind
    }

    private struct Place {
        let key: String
        let name: String
        var reader: ReaderStatus?
        var tokens: [TokenEntry] = []
        var slots: [ModuleSurvey.SlotSurvey] = []

        init(key: String, name: String) {
            self.key = key
            self.name = name
        }

        mutating func add(_ sighting: Sighting) {
            switch sighting.kind {
            case .reader(let status): reader = status
            case .slot(let slot, let survey, let module): add(slot, survey, module)
            }
        }

        private mutating func add(_ slot: ModuleSurvey.SlotSurvey, _ survey: ModuleSurvey, _ module: ModuleEntry) {
            guard let token = slot.token else {
                slots.append(slot)
                return
            }
            let entry = TokenEntry(
                modulePath: module.path,
                initializationString: module.initializationString,
                moduleInfo: survey.info,
                slot: slot,
                token: token
            )
            // Of several modules that show one card, the vendor's own knows it best; OpenSC takes nearly all cards.
            let place = tokens.firstIndex { Place.rank($0) > Place.rank(entry) } ?? tokens.endIndex
            tokens.insert(entry, at: place)
        }

        var entry: ReaderEntry {
            let name = reader?.name ?? name
            return ReaderEntry(
                nickname: ReaderNickname.make(name),
                name: name,
                reader: reader,
                tokens: tokens,
                slots: slots
            )
        }

        private static func rank(_ token: TokenEntry) -> Int {
            if !token.token.flags.contains(.tokenInitialized) { return 2 }
            return token.moduleInfo.manufacturer.description.hasPrefix("OpenSC") ? 1 : 0
        }
    }
}
