internal import Cryptoki
internal import JetonKeystore
package import JetonKeystoreBase
package import TokenKit

/// What is known of the pairings with one token: jeton's own note of it, and the keys that the user's keystore holds.
package struct KnownPairing {
    /// The token's media.
    package let media: String
    /// The serial number as the token reports it.
    package let serial: String
    /// The token's name for people.
    package let label: String
    /// What jeton has noted; nil for a token that jeton has not met, and another program paired.
    package let record: PairingRecord?
    /// The pairings that the keystore holds; none for a module that keeps its keys itself.
    package let entries: [ChannelRegister.Entry]
    /// Whether the user allows legacy activation passwords of the token.
    package let allowsLegacy: Bool

    init(_ record: PairingRecord, _ entries: [ChannelRegister.Entry], _ stores: PairingStores) {
        media = record.media
        serial = record.serial
        label = record.label
        self.record = record
        self.entries = entries
        allowsLegacy = (try? stores.passwords.allowsLegacy(serial)) ?? false
    }

    init(_ first: ChannelRegister.Entry, _ entries: [ChannelRegister.Entry], _ stores: PairingStores) {
        media = first.media
        serial = first.serial
        label = first.label
        record = nil
        self.entries = entries
        allowsLegacy = (try? stores.passwords.allowsLegacy(serial)) ?? false
    }

    fileprivate func matches(_ name: String) -> Bool {
        record?.matches(name: name) == true || entries.contains { $0.matches(name) }
    }

    /// What the token is called in a sentence.
    package var name: String {
        let labels = entries.map(\.tokenLabel) + [label]
        return labels.first { !$0.isEmpty } ?? serial
    }

    /// What a PIN's way to a card depends on.
    package var pairedToken: PairedToken {
        let seen = entries.map(\.reader).filter { !$0.isEmpty }
        return PairedToken(
            name: name,
            serial: serial,
            labels: [label] + entries.map(\.tokenLabel),
            readers: seen.isEmpty ? record.map { [$0.reader] } ?? [] : seen,
            guardedReaders: entries.filter(\.requiresChannel).map(\.reader),
            module: record?.module
        )
    }

    /// Whether a token that shows itself now is the one.
    package func isOf(_ token: TokenEntry) -> Bool {
        guard let record else {
            return token.moduleInfo.isJetonsOwn && token.token.serialNumber.description == serial
        }
        return record.isOf(token)
    }

    /// The keys of one group.
    ///
    /// - Parameters:
    ///   - name: What the user called the token, for errors.
    ///   - group: The group, if the user has named one.
    ///   - own: The group of the program that asks, which is meant where several have keys.
    /// - Returns: The keys.
    /// - Throws: ``PairingDeskError/Code/noKeys``, ``PairingDeskError/Code/severalGroups``.
    package func entry(
        named name: String,
        group: String?,
        own: AccessGroup?
    ) throws(PairingDeskError) -> ChannelRegister.Entry {
        let found = entries.filter { group == nil || $0.group.rawValue == group }
        if let entry = found.first(where: { $0.group == own }) { return entry }
        guard found.count <= 1 else {
            throw PairingDeskError(
                .severalGroups,
                "several pairings match '\(name)', and none of them is jeton's own",
                candidates: found.map { "\(media) in \($0.group)" }
            )
        }
        guard let entry = found.first else {
            throw PairingDeskError(
                .noKeys,
                "the keystore has no pairing with '\(name)'" + (group.map { " in group '\($0)'" } ?? "")
            )
        }
        return entry
    }
}

extension ChannelRegister {
    /// All tokens that this user's programs are paired with, as far as can be seen; sorted by media.
    package func pairings() throws -> [KnownPairing] {
        let records = try stores.index.pairings()
        var rest = try entries()[...]
        let known = records.map { record in
            let entries = rest.filter { $0.serial == record.serial }
            return KnownPairing(record, entries, stores)
        }
        rest.removeAll { entry in records.contains { $0.serial == entry.serial } }
        var others: [KnownPairing] = []
        while let first = rest.first {
            others.append(KnownPairing(first, rest.filter { $0.serial == first.serial }, stores))
            rest.removeAll { $0.serial == first.serial }
        }
        return (known + others).sorted { $0.media < $1.media }
    }

    /// The one token that is meant.
    ///
    /// - Parameters:
    ///   - name: Its media, serial number, label or reader.
    ///   - virtualCard: The serial number of the virtual card of a name; asked where no pairing has it.
    /// - Returns: The token.
    /// - Throws: ``PairingDeskError/Code/noPairing``, ``PairingDeskError/Code/severalPairings``; what reading the index
    ///   and the keystore throws.
    package func pairing(named name: String, virtualCard: (String) -> String?) throws -> KnownPairing {
        let all = try pairings()
        var found = all.filter { $0.matches(name) }
        if found.isEmpty, let serial = virtualCard(name) { found = all.filter { $0.serial == serial } }
        guard found.count <= 1 else {
            throw PairingDeskError(
                .severalPairings,
                "several pairings match '\(name)'",
                candidates: found.map(\.media)
            )
        }
        guard let pairing = found.first else {
            throw PairingDeskError(.noPairing, "no pairing matches '\(name)'")
        }
        return pairing
    }
}
