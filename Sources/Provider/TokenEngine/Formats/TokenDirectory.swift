import JetonOctets

/// What PKCS #11 knows of a token and PIV has no place for: labels, identifiers, and objects besides the slots'.
///
/// It lies in a data object of its own on the card, as TLV:
///
/// | tag | value |
/// |---|---|
/// | 80 | version: 01 |
/// | 81 | the token's label, UTF-8 |
/// | 82 | flags: bit 1, the user's PIN has not been set since the token was initialized |
/// | A1 | what is known of a key slot: ``KeyEntry`` |
/// | A2 | an object besides the slots': ``StoredEntry`` |
struct TokenDirectory: Hashable, Sendable {
    /// The data object, in the range of tags that Yubico's extensions leave to others.
    static let tag: UInt32 = 0x5FFF4A

    private enum Tag {
        static let version: UInt32 = 0x80
        static let label: UInt32 = 0x81
        static let flags: UInt32 = 0x82
        static let key: UInt32 = 0xA1
        static let stored: UInt32 = 0xA2
    }

    /// The token's label; nil before the token was initialized.
    var label: String?
    /// Whether the user PIN is not set yet.
    var isUserPINUnset = false
    /// What is known of key slots, by key reference.
    var keys: [UInt8: KeyEntry] = [:]
    /// Objects besides the slots', by index.
    var stored: [UInt8: StoredEntry] = [:]

    init() {}

    /// Reads a directory; what is not one is taken for an empty one, which loses labels and nothing else.
    init(_ octets: [UInt8]) {
        guard let members = try? TLV.parse(octets, limit: 256), members.firstValue(tag: Tag.version) == [1] else {
            return
        }
        label = members.firstValue(tag: Tag.label).map { String(decoding: $0, as: UTF8.self) }
        isUserPINUnset = (members.firstValue(tag: Tag.flags)?.first ?? 0) & 0x01 != 0
        for member in members {
            if member.tag == Tag.key, let entry = KeyEntry(member.value) { keys[entry.reference] = entry }
            if member.tag == Tag.stored, let entry = StoredEntry(member.value) { stored[entry.index] = entry }
        }
    }

    /// The octets.
    var encoded: [UInt8] {
        var members = [TLV(tag: Tag.version, value: [1])]
        if let label { members.append(TLV(tag: Tag.label, value: Array(label.utf8))) }
        if isUserPINUnset { members.append(TLV(tag: Tag.flags, value: [0x01])) }
        members += keys.sorted { $0.key < $1.key }.map { TLV(tag: Tag.key, value: $0.value.encoded) }
        members += stored.sorted { $0.key < $1.key }.map { TLV(tag: Tag.stored, value: $0.value.encoded) }
        return members.flatMap(\.encoded)
    }
}
