internal import Cryptoki
internal import TokenKit

/// The choice of one token from an inventory.
struct TokenChoice {
    private let inventory: Inventory
    private let query: TokenQuery
    private let candidates: [TokenEntry]

    init(_ inventory: Inventory, _ query: TokenQuery) {
        self.inventory = inventory
        self.query = query
        // A card that several modules show is driven by one of them, under the name that this one gives it.
        candidates = inventory.readers.flatMap { reader in
            reader.tokens.filter { query.matches($0, in: reader) }
        }
    }

    func token(among scope: TokenScope) throws(SelectionError) -> TokenEntry {
        let candidates = try candidates(in: scope)
        if candidates.count == 1 {
            // Whether a token was ever set up does not show before its channel is set up; `.any` takes it as it is.
            if scope != .any, candidates[0].slot.isUnpaired { throw .unpaired(candidates[0], in: inventory) }
            return candidates[0]
        }
        guard candidates.isEmpty else {
            var error = SelectionError(.severalTokens, "\(candidates.count) tokens match")
            error.candidates = candidates.prefix(20).map { inventory.shortestURI(of: $0).description }
            throw error
        }
        throw notFound
    }

    private func candidates(in scope: TokenScope) throws(SelectionError) -> [TokenEntry] {
        let initialized = candidates.filter { $0.token.flags.contains(.tokenInitialized) || $0.state == .factory }
        // Whether a token is set up does not show while its channel is closed: opening a session says what is wrong.
        let ready = initialized.isEmpty ? candidates.filter { $0.isUsable || $0.isClosed } : initialized
        switch scope {
        case .initialized:
            if ready.isEmpty, candidates.count == 1, !query.isEmpty {
                let reader = inventory.readerName(of: candidates[0])
                var error = SelectionError(.neverSetUp, "the token in '\(reader)' has never been set up")
                error.reader = reader
                throw error
            }
            return ready
        case .uninitializedUnlessNamed:
            // A token in use is never the one to be set up unless it is named; nor is one that lets no user in.
            guard query.isEmpty else { return candidates }
            let new = candidates.filter { !$0.token.flags.contains(.tokenInitialized) }
            let open = new.filter { !$0.isClosed }
            return open.isEmpty ? new : open
        case .any:
            // A module's spare slot is not "the token" if there is a token.
            return query.isEmpty && !ready.isEmpty ? ready : candidates
        }
    }

    private var notFound: SelectionError {
        let empty = query.reader.flatMap { name in inventory.readers.first { $0.isNamed(name) && $0.state == .empty } }
        var error = SelectionError(
            .noToken,
            empty.map { "reader '\($0.name)' is empty" }
                ?? (query.isEmpty ? "no token was found" : "no token matches \(query.words)\(unknownAttributes)")
        )
        if !query.isEmpty {
            let others = inventory.readers.compactMap(\.token).filter { $0.state != .uninitialized }
            error.candidates = others.prefix(20).map { inventory.shortestURI(of: $0).description }
        }
        error.isUnnamed = query.isEmpty
        error.hasOtherTokens = inventory.readers.contains { $0.token != nil }
        error.hasNewToken = candidates.contains { !$0.isUsable && !$0.isClosed }
        error.nearMiss = nearMiss
        error.unusableModules = inventory.modules.filter { !$0.isUsable }
        return error
    }

    /// Words on attributes of the URI that no standard defines: most are misspelled ones.
    private var unknownAttributes: String {
        let unknown = query.tokenPattern?.pathAttributes.filter(\.isVendorDefined) ?? []
        guard !unknown.isEmpty else { return "" }
        let names = unknown.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "; RFC 7512 does not define the attribute\(unknown.count > 1 ? "s" : "") \(names)"
    }

    /// The token that has the name under another module, or in a reader that shares its name.
    private var nearMiss: SelectionError.NearMiss? {
        guard !query.isEmpty else { return nil }
        for reader in inventory.readers {
            if let name = query.reader, reader.isNamed(name), reader.sharesName {
                return .sharedReaderName(reader.name)
            }
            guard let token = reader.token,
                let other = reader.alsoSeenBy.first(where: { query.matches($0, in: reader) })
            else { continue }
            return .otherModule(path: other.modulePath, uri: inventory.shortestURI(of: token).description)
        }
        return nil
    }
}

extension SelectionError {
    static func unpaired(_ token: TokenEntry, in inventory: Inventory) -> SelectionError {
        var error = SelectionError(.unpaired, "the secure channel of token '\(token.token.name)' is not set up")
        error.reader = inventory.readerName(of: token)
        return error
    }
}
