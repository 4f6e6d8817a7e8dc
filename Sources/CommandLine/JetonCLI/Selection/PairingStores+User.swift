internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import PairingDesk
internal import SecureChannel
internal import TokenKit
internal import UserFiles
internal import VirtualCard

extension PairingStores {
    /// Where this user's pairings are.
    static func ofThisUser() throws(CommandError) -> PairingStores {
        PairingStores(
            dataDirectory: try Process.required(Process.dataDirectory),
            witnessDirectory: Process.directories.witness
        )
    }
}

extension ChannelRegister {
    /// The pairings of this user's keystore.
    static func ofThisUser() throws -> ChannelRegister { try ChannelRegister(.ofThisUser()) }

    /// The one pairing that is meant; where several groups hold one, jeton's own.
    func entry(named name: String, group: String?) throws -> (media: String, entry: Entry) {
        let pairing = try KnownPairing.named(name, in: self)
        let own =
            try pairing.entries.count > 1 ? Process.executable.map { try ChannelOwnerOptions.owner(of: $0).group } : nil
        return (pairing.media, try pairing.entry(named: name, group: group, own: own))
    }
}

extension KnownPairing {
    /// The one token that is meant, by what names it or by the name of its virtual card.
    static func named(_ name: String, in register: ChannelRegister) throws -> KnownPairing {
        try register.pairing(named: name, virtualCard: virtualCardSerial)
    }

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

extension ChannelRegister.Entry {
    /// When it was made, for people: with a word if the token has not confirmed it, or not confirmed its end.
    var pairedWords: String {
        switch pairing?.state {
        case .active: pairedAt ?? "?"
        case .pending: (pairedAt ?? "?") + ", unconfirmed"
        case .revoked: (pairedAt ?? "?") + ", ending"
        case nil: "by a later version of jeton"
        }
    }

    /// The suite of all sessions; nil if a later version wrote the pairing.
    var suite: String? { pairing.map { "\($0.suite)" } }

    /// When it was made; nil if a later version wrote the pairing.
    var pairedAt: String? { date(pairing?.pairedAt) }

    /// When the last session began; nil if there was none.
    var usedAt: String? { date(pairing?.lastSeen) }

    private func date(_ seconds: UInt64?) -> String? {
        seconds.flatMap { $0 == 0 ? nil : PairingRecord.date(Int(clamping: $0)) }
    }

    /// The pairing for programs.
    var json: JSON {
        .object([
            "group": group.rawValue, "token": token, "suite": suite, "state": pairing.map { "\($0.state)" },
            "pairedAt": pairedAt, "usedAt": usedAt, "reader": reader.isEmpty ? nil : reader,
            "requiresChannel": requiresChannel, "program": program,
            "allowed": JSON.array(permissions) { .object(["group": $0.user.rawValue, "program": $0.program]) },
        ])
    }
}
