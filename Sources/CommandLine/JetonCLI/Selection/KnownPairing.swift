internal import Cryptoki
internal import JetonKeystore
internal import JetonOctets
internal import TokenKit
internal import VirtualCard

/// What is known of the pairings with one token: jeton's own note of it, and the keys that the user's keystore holds.
struct KnownPairing {
    /// The token's media.
    let media: String
    /// The serial number as the token reports it.
    let serial: String
    /// The token's name for people.
    let label: String
    /// What jeton has noted; nil for a token that jeton has not met, and another program paired.
    let record: PairingRecord?
    /// The pairings that the keystore holds; none for a module that keeps its keys itself.
    let entries: [ChannelRegister.Entry]

    private init(_ record: PairingRecord, _ entries: [ChannelRegister.Entry]) {
        media = record.media
        serial = record.serial
        label = record.label
        self.record = record
        self.entries = entries
    }

    private init(_ first: ChannelRegister.Entry, _ entries: [ChannelRegister.Entry]) {
        media = first.media
        serial = first.serial
        label = first.label
        record = nil
        self.entries = entries
    }

    /// All tokens that this user's programs are paired with, as far as can be seen; sorted by media.
    static func all(_ register: ChannelRegister) throws -> [KnownPairing] {
        let records = try PairingIndex.ofThisUser().pairings()
        var rest = try register.entries()[...]
        let known = records.map { record in
            let entries = rest.filter { $0.serial == record.serial }
            return KnownPairing(record, entries)
        }
        rest.removeAll { entry in records.contains { $0.serial == entry.serial } }
        var others: [KnownPairing] = []
        while let first = rest.first {
            others.append(KnownPairing(first, rest.filter { $0.serial == first.serial }))
            rest.removeAll { $0.serial == first.serial }
        }
        return (known + others).sorted { $0.media < $1.media }
    }

    /// The one token that is meant.
    ///
    /// - Throws: ``CommandError`` with exit code 3 for none and 6 for several.
    static func named(_ name: String, in register: ChannelRegister) throws -> KnownPairing {
        let all = try all(register)
        var found = all.filter { $0.matches(name) }
        if found.isEmpty, let serial = virtualCardSerial(name) { found = all.filter { $0.serial == serial } }
        guard found.count <= 1 else {
            throw CommandError(
                "several pairings match '\(name)'",
                hints: ["name one by its media"],
                exitCode: .ambiguous,
                candidates: found.map(\.media)
            )
        }
        guard let pairing = found.first else {
            throw CommandError.notFound(
                "no pairing matches '\(name)'",
                hints: ["`jeton pairings list` shows the existing ones"]
            )
        }
        return pairing
    }

    private func matches(_ name: String) -> Bool {
        record?.matches(name: name) == true || entries.contains { $0.matches(name) }
    }

    /// The pairings that jeton has noted, for when the keystore can't be read.
    static func noted() throws -> [KnownPairing] {
        try PairingIndex.ofThisUser().pairings().map { KnownPairing($0, []) }
    }

    /// What the token is called in a sentence.
    var name: String {
        let labels = entries.map(\.tokenLabel) + [label]
        return labels.first { !$0.isEmpty } ?? serial
    }

    /// What a PIN's way to a card depends on.
    var pairedToken: PairedToken {
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
    func isOf(_ token: TokenEntry) -> Bool {
        guard let record else {
            return token.moduleInfo.isJetonsOwn && token.token.serialNumber.description == serial
        }
        return record.isOf(token)
    }

    /// Whether the user allows legacy activation passwords of the token.
    var allowsLegacy: Bool { (try? ChannelRegister.passwords().allowsLegacy(serial)) ?? false }

    /// The serial number of the virtual card of a name; nil if there is none.
    static func virtualCardSerial(_ name: String) -> String? {
        guard let card = try? CardDirectory().cards().first(where: { $0.name == name }),
            let report = try? CardReport(card)
        else { return nil }
        return Hex.encode(report.status.serialNumber.bigEndianOctets)
    }

    /// The token and its pairings, for programs; null is what jeton has not seen.
    var json: JSON {
        .object([
            "media": media, "label": label, "model": record?.model, "manufacturer": record?.manufacturer,
            "serial": serial, "reader": record?.reader, "module": record?.module,
            "pairedAt": record.map { PairingRecord.date($0.pairedAt) }, "legacyAllowed": allowsLegacy,
            "seenAt": record.map { PairingRecord.date($0.seenAt) }, "groups": entries.map(\.json),
        ])
    }
}
