import JetonOctets
import PIVCard

/// The management key where the card gives it to the holder of the PIN: a published convention of Yubico's programs,
/// followed so that they and this engine can take turns on one card.
///
/// The printed information object, which is read after the PIN only, holds `88 { 89 key }`; the administrator's data
/// object says so in `80 { 81 flags }`, bit 2.
enum ProtectedData {
    static let tag = PIVObjectTag.printedInformation

    /// The key, or nil if the card has none for the holder of the PIN, which must have been verified.
    static func managementKey(_ card: inout ConnectedCard.Card) throws(PIVError) -> Secret? {
        guard var octets = try card.object(tag) else { return nil }
        defer { octets.wipe() }
        guard let outer = try? TLV.parse(octets, limit: 16).firstValue(tag: 0x88),
            var key = try? TLV.parse(outer, limit: 16).firstValue(tag: 0x89), !key.isEmpty
        else { return nil }
        return Secret(wiping: &key)
    }

    /// Whether the card gives a key, and says that it does, to the holder of the PIN, which must have been verified.
    static func isKept(_ key: borrowing Secret, _ card: inout ConnectedCard.Card) throws(PIVError) -> Bool {
        guard let kept = try managementKey(&card), try card.object(PIVObjectTag.administratorData) != nil else {
            return false
        }
        return kept.equals(key)
    }

    /// Writes the key; the present one must have been proved.
    static func write(_ key: borrowing Secret, to card: inout ConnectedCard.Card) throws(PIVError) {
        var octets = key.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        defer { octets.wipe() }
        try card.putObject(tag, TLV(tag: 0x88, members: [TLV(tag: 0x89, value: octets)]).encoded)
        try writeNote(isKept: true, to: &card)
    }

    /// Whether the card gives what it keeps to anyone: no PIN must have been verified.
    static func isShown(_ card: inout ConnectedCard.Card) throws(PIVError) -> Bool {
        do throws(PIVError) {
            return try managementKey(&card) != nil
        } catch {
            guard error.code == .notAuthenticated else { throw error }
            return false
        }
    }

    /// Deletes the key; it must have been proved.
    static func delete(from card: inout ConnectedCard.Card) throws(PIVError) {
        try card.putObject(tag, [])
        try writeNote(isKept: false, to: &card)
    }

    /// Says in the administrator's data whether the key is kept; the rest of them stays.
    private static func writeNote(isKept: Bool, to card: inout ConnectedCard.Card) throws(PIVError) {
        let present = try card.object(PIVObjectTag.administratorData) ?? []
        let outer = (try? TLV.parse(present, limit: 16).firstValue(tag: 0x80)) ?? []
        var members = (try? TLV.parse(outer, limit: 16)) ?? []
        let flags = members.firstValue(tag: 0x81)?.first ?? 0
        members.removeAll { $0.tag == 0x81 }
        members.insert(TLV(tag: 0x81, value: [isKept ? flags | 0x02 : flags & ~0x02]), at: 0)
        try card.putObject(PIVObjectTag.administratorData, TLV(tag: 0x80, members: members).encoded)
    }
}

extension [UInt8] {
    /// Overwrites the octets with zeros, as far as no other code holds the array.
    mutating func wipe() { for index in indices { self[index] = 0 } }
}
