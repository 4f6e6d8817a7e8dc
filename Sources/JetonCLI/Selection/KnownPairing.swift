internal import Cryptoki
internal import Keystore
internal import TokenKit

/// What is known of the pairings with one token: jeton's own note of it, and the keys that the user's keystore holds.
struct KnownPairing {
    /// The token's media.
    let media: String
    /// The token's serial number as it tells it.
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
        let records = try PairingRegisters.ofThisUser().pairings()
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
        let found = try all(register).filter { $0.matches(name) }
        guard found.count <= 1 else {
            throw CommandError(
                "'\(name)' fits several pairings",
                hints: ["name one by its media"],
                exitCode: .ambiguous,
                candidates: found.map(\.media)
            )
        }
        guard let pairing = found.first else {
            throw CommandError.notFound(
                "there is no pairing with '\(name)'",
                hints: ["`jeton pairings list` shows those that there are"]
            )
        }
        return pairing
    }

    private func matches(_ name: String) -> Bool {
        record?.matches(name: name) == true || entries.contains { $0.matches(name) }
    }

    /// Whether a token that shows itself now is the one.
    func isOf(_ token: TokenEntry) -> Bool {
        guard let record else {
            return token.moduleInfo.manufacturer.description == "Jeton"
                && token.token.serialNumber.description == serial
        }
        return record.isOf(token)
    }

    /// The token and its pairings, for programs; null is what jeton has not seen.
    var json: JSON {
        .object([
            ("media", .string(media)), ("label", .string(label)), ("model", .text(record?.model)),
            ("manufacturer", .text(record?.manufacturer)), ("serial", .string(serial)),
            ("reader", .text(record?.reader)), ("module", .text(record?.module)),
            ("pairedAt", .text(record.map { PairingRecord.date($0.pairedAt) })),
            ("seenAt", .text(record.map { PairingRecord.date($0.seenAt) })),
            ("groups", .array(entries.map(\.json))),
        ])
    }
}
