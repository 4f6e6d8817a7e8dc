public import Cryptoki
internal import JetonOctets

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
        package init(
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
    /// A slot belongs to a reader if its description is the reader's name, whole, as far as 64 bytes hold it. Where
    /// two readers fit, the slot is a place of its own: nothing is attributed to a reader by a guess.
    package init(readers: [ReaderStatus], modules: [ModuleEntry]) {
        self.modules = modules
        // What is seen of each place, brought together by sorting: a table of places would be made of generic types,
        // which takes longer than all else here where there are a handful.
        var sightings: [Sighting] = []
        let forms = readers.map { SlotName.forms(of: $0.name) }
        var sharesName = readers.map { _ in false }
        for (index, reader) in readers.enumerated() {
            sightings.append(
                Sighting(reader: index, key: "", order: sightings.count, name: reader.name, kind: .reader(reader))
            )
        }
        for module in modules {
            guard case .success(let survey) = module.outcome else { continue }
            for slot in survey.slots {
                let name = Inventory.name(of: slot, in: survey)
                let fitting = readers.indices.filter {
                    forms[$0].contains(slot.info.slotDescription) || readers[$0].name == name
                }
                var key = ""
                if fitting.count != 1 {
                    // Only in a reader are two different tokens one: elsewhere the same name may stand for two places.
                    key = name + Inventory.identity(of: slot.token)
                    if !fitting.isEmpty { key += "\0\(module.path)\0\(slot.id)" }
                    for index in fitting { sharesName[index] = true }
                }
                sightings.append(
                    Sighting(
                        reader: fitting.count == 1 ? fitting[0] : readers.count,
                        key: key,
                        order: sightings.count,
                        name: name,
                        kind: .slot(slot, survey, module)
                    )
                )
            }
        }
        sightings.sort { left, right in
            if left.reader != right.reader { return left.reader < right.reader }
            return left.key != right.key ? left.key < right.key : left.order < right.order
        }
        var places: [Place] = []
        for sighting in sightings {
            if places.last?.isOf(sighting) != true {
                let isShared = sighting.reader < readers.count && sharesName[sighting.reader]
                places.append(Place(sighting, sharesName: isShared))
            }
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

    /// Whether what is in a reader may show otherwise in a moment: a card that was put in or taken out just now, which
    /// not all modules have noticed.
    ///
    /// A card that no module reads, and one that Jeton's own module does not drive, are so for good: look a few times.
    public var isSettling: Bool {
        let hasOwn = modules.contains { $0.survey?.info.isJetonsOwn == true }
        return readers.contains { entry in
            guard entry.reader?.hasCard == true else { return entry.reader != nil && entry.token != nil }
            return entry.token == nil || hasOwn && entry.token?.moduleInfo.isJetonsOwn == false
        }
    }

    /// The place that a token is in, as the module that drives it shows it.
    public func reader(of token: TokenEntry) -> ReaderEntry? {
        readers.first { reader in
            reader.tokens.contains { $0.modulePath == token.modulePath && $0.slot.id == token.slot.id }
        }
    }

    /// The shortest URI that names one token among those that are here.
    public func shortestURI(of token: TokenEntry) -> PKCS11URI {
        if let uri = uniqueValues?.uri(for: token.fullURI) { return uri }
        let others = readers.compactMap { $0.tokens.first?.fullURI }
        return PKCS11URI.shortestUnique(for: token.fullURI, among: others) ?? token.fullURI
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

    private struct Sighting {
        enum Kind {
            case reader(ReaderStatus)
            case slot(ModuleSurvey.SlotSurvey, ModuleSurvey, ModuleEntry)
        }

        /// Which of PC/SC's readers it is in; their number for none.
        let reader: Int
        /// What tells places without a reader apart.
        let key: String
        /// Where it stands among those of one place.
        let order: Int
        let name: String
        let kind: Kind
    }

    private struct Place {
        private let first: Sighting
        private let sharesName: Bool
        private var reader: ReaderStatus?
        private var tokens: [TokenEntry] = []
        private var slots: [ModuleSurvey.SlotSurvey] = []

        init(_ first: Sighting, sharesName: Bool) {
            self.first = first
            self.sharesName = sharesName
        }

        func isOf(_ sighting: Sighting) -> Bool { first.reader == sighting.reader && first.key == sighting.key }

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
            let place = tokens.firstIndex { Place.rank($0) > Place.rank(entry) } ?? tokens.endIndex
            tokens.insert(entry, at: place)
        }

        var entry: ReaderEntry {
            let name = reader?.name ?? first.name
            let driver = tokens.first?.modulePath
            return ReaderEntry(
                nickname: ReaderNickname.make(name),
                name: name,
                reader: reader,
                tokens: tokens.filter { $0.modulePath == driver },
                alsoSeenBy: tokens.filter { $0.modulePath != driver },
                slots: slots,
                sharesName: sharesName
            )
        }

        /// The place of a module among those that show one card: the lowest drives it.
        ///
        /// Jeton's own module comes first whatever it says of the card, since it alone uses the card's channel, and a
        /// card must not change its name and its driver with its PIN. Then the vendor's; OpenSC takes nearly all cards.
        private static func rank(_ token: TokenEntry) -> Int {
            if token.moduleInfo.isJetonsOwn { return 0 }
            if !token.token.flags.contains(.tokenInitialized) { return 3 }
            return ForeignText(token.moduleInfo.manufacturer).hasPrefix("OpenSC") ? 2 : 1
        }
    }
}
