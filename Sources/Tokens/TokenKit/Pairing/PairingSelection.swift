internal import Cryptoki

/// Which token is to be paired, among all that are there, and by which module.
///
/// A token that several modules show is one token; the first of them that has the extension is taken.
package struct PairingSelection: Sendable {
    private let inventory: Inventory
    private let capable: Set<String>

    /// Looks at an inventory.
    package init(_ inventory: Inventory) {
        self.inventory = inventory
        var capable: Set<String> = []
        for module in inventory.modules {
            if case .success(let survey) = module.outcome, survey.extendedFunctionCount > 14 {
                capable.insert(module.path)
            }
        }
        self.capable = capable
    }

    /// Whether any module has the extension.
    package var hasCapableModule: Bool { !capable.isEmpty }

    /// The token in a reader as a module with the extension shows it; nil if none does.
    package func token(in reader: ReaderEntry) -> TokenEntry? {
        reader.sightings.first { capable.contains($0.modulePath) }
    }

    /// All tokens that modules with the extension show.
    package var tokens: [TokenEntry] { inventory.readers.compactMap { token(in: $0) } }

    /// The one token that is meant.
    ///
    /// - Parameters:
    ///   - target: The words, the slot.
    ///   - condition: What else must hold of a token in a reader.
    /// - Returns: The token.
    /// - Throws: ``PairingError``: ``PairingError/Code/notFound``, ``PairingError/Code/ambiguous``,
    ///   ``PairingError/Code/noToken``, ``PairingError/Code/unreadable``, ``PairingError/Code/noExtension``.
    package func choose(
        _ target: PairingTarget,
        where condition: (TokenEntry, ReaderEntry) -> Bool = { _, _ in true }
    ) throws(PairingError) -> TokenEntry {
        var chosen: [TokenEntry] = []
        var incapable: [TokenEntry] = []
        for reader in inventory.readers {
            let sightings = reader.sightings
            let pairing = sightings.filter { capable.contains($0.modulePath) }
            // The names by which a module that pairs nothing knows the token are not the token's.
            let fitting = (pairing.isEmpty ? sightings : pairing).filter { token in
                target.matches(token.token, in: token.slot.id, of: reader.name) && condition(token, reader)
            }
            if let token = fitting.first(where: { capable.contains($0.modulePath) }) {
                chosen.append(token)
            } else if let token = fitting.first {
                incapable.append(token)
            }
        }
        guard chosen.count + incapable.count <= 1 else {
            var error = PairingError(.ambiguous, detail: target.name.map { "'\($0)'" })
            error.candidates = (chosen + incapable).map { inventory.shortestURI(of: $0) }
            throw error
        }
        if let token = chosen.first { return token }
        if let token = incapable.first {
            throw PairingError(.noExtension, detail: "token '\(token.token.name)', module \(token.modulePath)")
        }
        throw absence(target)
    }

    private func absence(_ target: PairingTarget) -> PairingError {
        let words = target.name.map { "'\($0)'" } ?? target.slot.map { "slot \($0)" }
        let place = inventory.readers.first { target.matches(readerName: $0.name) && $0.tokens.isEmpty }
        guard target.name != nil, target.slot == nil, let place else {
            var error = PairingError(.notFound, detail: words)
            error.readers = inventory.readers.filter { $0.reader != nil || $0.token != nil }.map(\.name)
            return error
        }
        return PairingError(place.state == .empty ? .noToken : .unreadable, detail: "'\(place.name)'")
    }
}
