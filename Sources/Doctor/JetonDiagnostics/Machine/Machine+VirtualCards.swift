internal import Cryptoki
internal import JetonOctets
internal import TokenKit

extension Machine {
    private static let virtualCards = Fact<[String: String]>()

    /// The images of this user's virtual cards, by the cards' names; none where Jeton's own module is not in use.
    var virtualCards: [String: String] {
        remember(Self.virtualCards) {
            let isUsed = modules.contains { $0.path.hasSuffix("/\(ModuleRegistry.providerFileName)") }
            guard isUsed,
                let directory = probe.variables["JETON_PROVIDER_CARDS"] ?? dataDirectory.map({ "\($0)/cards" })
            else { return [:] }
            var cards: [String: String] = [:]
            for file in names(in: directory).prefix(256) where file.hasSuffix(".card") {
                cards[String(file.dropLast(5))] = "\(directory)/\(file)"
            }
            return cards
        }
    }

    /// The directory of Jeton's data, as the variables of the environment place it.
    var dataDirectory: String? {
        if let own = probe.variables["JETON_DATA"], !own.isEmpty { return own }
        let base = probe.variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? home.map { "\($0)/.local/share" }).map { "\($0)/jeton" }
    }

    /// The virtual cards that Jeton's module does not show, with the rest of a sentence that begins with the path.
    var lostVirtualCards: [(path: String, fault: ReportText, module: String)] {
        guard let provider = surveys.first(where: { $0.path.hasSuffix("/\(ModuleRegistry.providerFileName)") }) else {
            return []
        }
        let slots = provider.survey.slots.map(\.info.slotDescription.description)
        return virtualCards.sorted { $0.key < $1.key }.compactMap { name, path in
            // In a reader the card has the slot of that reader.
            guard !slots.contains(where: { $0.hasPrefix("Jeton virtual card \(name) ") }), !isServed(path) else {
                return nil
            }
            return (path, "exists, but Jeton's module shows no such card: \(fault(ofCard: path))", provider.path)
        }
    }

    private func isServed(_ path: String) -> Bool {
        guard exists("\(path).reader") else { return false }
        return has(.card) || processes.contains { text("/proc/\($0.id)/cmdline")?.contains("\0serve\0") == true }
    }

    private func fault(ofCard path: String) -> ReportText {
        guard let key = try? probe.status(of: "\(path).key") else { return "its key file \(path).key is missing" }
        guard key.permissions & 0o077 == 0, key.userID == probe.identity.userID else {
            return "its key file \(path).key must belong to this user alone (mode 0600)"
        }
        do {
            let octets = try probe.contents(of: path, limit: 2_097_152)
            if octets.isEmpty { return "it is empty" }
            return octets.starts(with: Array("JETONCARD".utf8))
                ? "it is damaged or truncated, or its key is a different one" : "it is not the image of a card"
        } catch {
            return "it can't be read: \(error.description)"
        }
    }
}
