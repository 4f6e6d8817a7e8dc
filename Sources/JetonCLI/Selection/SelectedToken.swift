internal import Cryptoki
internal import Diagnostics
internal import TokenKit

/// The one token that is meant, with its module loaded in this process.
struct SelectedToken {
    let entry: TokenEntry
    let inventory: Inventory
    let slot: Slot

    var token: TokenInfo { entry.token }
    var label: String { token.label.description }

    /// What it is called in a sentence.
    var name: String { token.name }
    /// The shortest URI that names the token.
    var uri: String { inventory.shortestURI(of: entry).description }

    /// Finds the token that the criteria mean.
    ///
    /// - Parameters:
    ///   - criteria: What the command line says.
    ///   - uninitialised: Whether tokens that were never set up are candidates; without any criteria, only those.
    ///   - anyInitialised: Whether tokens that are set up are candidates as well then.
    /// - Throws: ``CommandError`` with exit code 3 for none and 6 for several; nothing is chosen by its place.
    init(_ criteria: TokenCriteria, uninitialised: Bool = false, anyInitialised: Bool = false) throws {
        let wish: Wish = !uninitialised ? .initialised : anyInitialised ? .any : .uninitialisedUnlessNamed
        let requests = try criteria.modules.requests()
        guard let first = requests.first else {
            throw CommandError.notFound(
                "no PKCS #11 module was found",
                hints: ["install your token's package, or OpenSC, or name a module with --module"]
            )
        }
        if requests.count == 1 {
            let module = try Module(
                ModuleLibrary(path: first.path),
                initializationString: first.initializationString
            )
            let survey = try ModuleSurvey(of: module)
            let entry = Inventory.ModuleEntry(
                path: first.path,
                initializationString: first.initializationString,
                outcome: .success(survey)
            )
            // Only PC/SC knows the whole of a name that is longer than a slot's description.
            let isLong = criteria.reader.map { $0.utf8.count > 64 } ?? false
            inventory = Inventory(readers: isLong ? InventoryReader.readers() : [], modules: [entry])
            self.entry = try SelectedToken.choose(inventory, criteria, wish)
            slot = Slot(module: module, id: self.entry.slot.id)
        } else {
            inventory = try InventoryReader(modules: criteria.modules.choice).read()
            entry = try SelectedToken.choose(inventory, criteria, wish)
            let module = try Module(
                ModuleLibrary(path: entry.modulePath),
                initializationString: entry.initializationString
            )
            slot = Slot(module: module, id: entry.slot.id)
            // The survey was another process: this one's module makes its slots when it is asked for them.
            guard try module.slots().contains(where: { $0.id == entry.slot.id }) else {
                throw CommandError.notFound(
                    "the token has gone",
                    hints: ["`jeton list` shows the tokens that are there"]
                )
            }
        }
        // A token that is closed says itself what is missing when a session is opened.
        guard !criteria.requiresChannel || entry.slot.channel?.suite != nil || entry.isClosed else {
            throw CommandError(
                "token '\(entry.token.name)' has no secure channel, and --require-channel asks for one",
                hints: ["`jeton pair` sets up the channel of a token that has one; `jeton list` shows which do"],
                exitCode: .keystore
            )
        }
    }

    /// The name of the reader or slot that the token is in.
    var readerName: String { inventory.name(ofReaderWith: entry) }

    /// Opens a session.
    func openSession(readWrite: Bool = false) throws -> Session {
        do {
            return try Session(slot: slot, readWrite: readWrite)
        } catch {
            if let refusal = PairingError(channelOf: slot, cause: error) { throw refusal }
            guard error.code == .functionNotSupported, entry.slot.isUnpaired else { throw error }
            throw SelectedToken.missingChannel(entry, in: inventory)
        }
    }

    private static func missingChannel(_ entry: TokenEntry, in inventory: Inventory) -> CommandError {
        let command: ShellCommand = "jeton pair --reader \(inventory.name(ofReaderWith: entry))"
        return CommandError(
            "the secure channel of token '\(entry.token.name)' is not set up",
            hints: ["`\(command.text)` sets it up"],
            exitCode: .keystore,
            code: ReturnValue.functionNotSupported.description
        )
    }

    /// The full URI of an object on the token.
    func fullURI(label: [UInt8]?, id: [UInt8]?, type: PKCS11URI.ObjectType?) -> PKCS11URI {
        var uri = entry.fullURI
        uri.object = label
        uri.id = id
        uri.type = type
        return uri
    }

    private enum Wish {
        case initialised
        case uninitialisedUnlessNamed
        case any
    }

    private static func choose(
        _ inventory: Inventory,
        _ criteria: TokenCriteria,
        _ wish: Wish
    ) throws(CommandError) -> TokenEntry {
        var candidates: [TokenEntry] = []
        // A card that several modules show is driven by one of them, under the name that this one gives it.
        for reader in inventory.readers { candidates += reader.tokens.filter { criteria.matches($0, in: reader) } }
        let hasNewToken = candidates.contains { !$0.isUsable && !$0.isClosed }
        let initialised = candidates.filter { $0.token.flags.contains(.tokenInitialized) }
        // Whether a token is set up can't be told while its channel is closed: opening a session says what is wrong.
        let ready = initialised.isEmpty ? candidates.filter { $0.isUsable || $0.isClosed } : initialised
        switch wish {
        case .initialised:
            if ready.isEmpty, candidates.count == 1, !criteria.isEmpty {
                let reader = inventory.name(ofReaderWith: candidates[0])
                throw CommandError(
                    "the token in '\(reader)' has never been set up",
                    hints: ["`\(ListReport.initCommand(reader: reader).text)` sets it up"],
                    exitCode: .refused
                )
            }
            candidates = ready
        case .uninitialisedUnlessNamed:
            // A token in use is never the one to be set up, unless it is named; nor is one that lets nobody in.
            if criteria.isEmpty {
                candidates = candidates.filter { !$0.token.flags.contains(.tokenInitialized) }
                let open = candidates.filter { !$0.isClosed }
                if !open.isEmpty { candidates = open }
            }
        case .any:
            // A module's spare slot is not what "the token" means, if there is a token.
            if criteria.isEmpty, !ready.isEmpty { candidates = ready }
        }
        if candidates.count == 1 {
            // Whether a token was ever set up is not seen before its channel is; `token show` shows what is seen.
            if wish != .any, candidates[0].slot.isUnpaired { throw missingChannel(candidates[0], in: inventory) }
            return candidates[0]
        }
        guard candidates.isEmpty else {
            throw CommandError(
                "\(candidates.count) tokens match; say which one with --token, --reader or a URI",
                exitCode: .ambiguous,
                candidates: candidates.prefix(20).map { inventory.shortestURI(of: $0).description }
            )
        }
        throw notFound(inventory, criteria, hasNewToken: hasNewToken)
    }

    /// A hint that names the modules which could not be looked into: the token may be one of theirs.
    private static func failedModules(_ inventory: Inventory) -> [String] {
        let failed = inventory.modules.filter { !$0.isUsable }
        guard failed.count > 1 else { return inventory.failures.map { "\($0)" } }
        let names = failed.prefix(4).map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
        let more = failed.count > 4 ? " and \(failed.count - 4) more" : ""
        return ["\(names.joined(separator: ", "))\(more) can't be used; `jeton modules show` tells why"]
    }

    private static func notFound(
        _ inventory: Inventory,
        _ criteria: TokenCriteria,
        hasNewToken: Bool
    ) -> CommandError {
        let message = criteria.isEmpty ? "no token was found" : "no token matches \(criteria.words)"
        let hints =
            hasNewToken
            ? ["there is a token that has never been set up; `jeton token init` does that"]
            : ["`jeton list` shows the tokens that are there", "`jeton doctor` finds out why one is not"]
        return CommandError.notFound(
            message,
            hints: otherNames(inventory, criteria) + hints + failedModules(inventory)
        )
    }

    /// Hints for a name that is not a token's here: one that another module gives it, or that of several readers.
    private static func otherNames(_ inventory: Inventory, _ criteria: TokenCriteria) -> [String] {
        guard !criteria.isEmpty else { return [] }
        for reader in inventory.readers {
            if let name = criteria.reader, reader.isNamed(name), reader.sharesName { return [sharedName(reader)] }
            guard let token = reader.token,
                let other = reader.alsoSeenBy.first(where: { criteria.matches($0, in: reader) })
            else { continue }
            let uri = inventory.shortestURI(of: token).description
            return ["the card that \(other.modulePath) shows so is '\(uri)' here; --module uses another module"]
        }
        return []
    }

    /// Says why no slot can be told to be a reader's.
    static func sharedName(_ reader: ReaderEntry) -> String {
        "the name of reader '\(reader.name)' and that of another one begin with the same 64 bytes, all that modules "
            + "show of it; unplug one, or name the token by its label or serial number"
    }
}

extension Inventory {
    /// The name of the reader or slot that a token is in.
    func name(ofReaderWith token: TokenEntry) -> String {
        reader(of: token)?.name ?? token.slot.info.slotDescription.description
    }
}

extension TokenEntry {
    /// Whether the token's secure channel keeps this program out, so that nothing is known of the token.
    var isClosed: Bool { slot.isUnpaired || slot.tokenError != nil }

    /// Whether a user has a PIN for the token, be it the published one of a new card.
    var isUsable: Bool { !token.flags.isDisjoint(with: [.tokenInitialized, .userPINInitialized]) }
}
