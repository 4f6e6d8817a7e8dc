package import Cryptoki
internal import JetonPCSC

extension ReaderStatus {
    /// The readers that pcscd reports now; none if it cannot be reached, which is not an error: many tokens need no
    /// reader.
    ///
    /// Blocks until pcscd answers.
    public static func current() -> [ReaderStatus] {
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

extension Inventory {
    /// Joins readers with the outcomes of a survey.
    ///
    /// - Parameters:
    ///   - readers: What PC/SC reports.
    ///   - requests: The modules that were surveyed.
    ///   - outcomes: What they showed, in the order of the requests.
    public init(readers: [ReaderStatus], requests: [ModuleSurveyor.Request], outcomes: [SurveyOutcome]) {
        self.init(
            readers: readers,
            modules: zip(requests, outcomes).map { request, outcome in
                ModuleEntry(
                    path: request.path,
                    initializationString: request.initializationString,
                    outcome: outcome
                )
            }
        )
    }

    /// What a module answered for a token that no module can read.
    ///
    /// - Parameter name: The only reader to look at; nil for all.
    /// - Returns: The error; nil if there is none.
    package func unreadToken(inReader name: String?) -> CryptokiError? {
        let gone: [ReturnValue] = [.tokenNotPresent, .tokenNotRecognized]
        for reader in readers where reader.token == nil && name.map({ reader.isNamed($0) }) ?? true {
            for slot in reader.slots {
                guard let code = slot.tokenError, !gone.contains(code) else { continue }
                let module = modules.first { module in
                    module.survey?.slots.contains { $0.id == slot.id && $0.info == slot.info } ?? false
                }
                return CryptokiError(
                    code,
                    .getTokenInfo,
                    context: CryptokiError.Context(module: module?.path, slot: slot.id)
                )
            }
        }
        return nil
    }

    /// The name of the reader or slot that a token is in.
    package func readerName(of token: TokenEntry) -> String {
        reader(of: token)?.name ?? token.slot.info.slotDescription.description
    }

    /// How many functions the vendor extension of a token's module has; 0 if it has none.
    package func extendedFunctionCount(of token: TokenEntry) -> Int {
        modules.first { $0.path == token.modulePath }?.survey?.extendedFunctionCount ?? 0
    }
}

extension Inventory.ModuleEntry {
    /// What the module showed; nil if it could not be surveyed.
    public var survey: ModuleSurvey? { if case .success(let survey) = outcome { survey } else { nil } }

    /// Whether the module was loaded and listed its slots.
    public var isUsable: Bool { survey != nil }
}

extension TokenEntry {
    /// Whether the token's secure channel keeps this program out, so that nothing is known of the token.
    public var isClosed: Bool { slot.isUnpaired || slot.tokenError != nil }

    /// Whether a user has a PIN for the token, be it the published one of a new card.
    public var isUsable: Bool { !token.flags.isDisjoint(with: [.tokenInitialized, .userPINInitialized]) }
}
