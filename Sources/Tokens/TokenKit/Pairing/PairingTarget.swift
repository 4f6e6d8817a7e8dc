public import Cryptoki

/// The name by which a user asks for a token to pair: its reader or its serial number.
///
/// A token reports its serial number in hexadecimal, while its reader's name, its case and its card have it in decimal:
/// `4894721a` and `Aktiv Rutoken ECP BT 1217688090` are one token. Numbers are compared whole, as numbers; a part of
/// one never fits. All conditions that are set must hold.
public struct PairingTarget: Hashable, Sendable {
    /// A reader's name or nickname, a serial number in either base, a name with a serial number in it, or a token's
    /// label or media.
    public var name: String?
    /// The module's number for the slot.
    public var slot: SlotID?
    /// The serial number as the token reports it.
    public var serial: FixedText?

    /// Makes a target.
    public init(name: String? = nil, slot: SlotID? = nil, serial: FixedText? = nil) {
        self.name = name
        self.slot = slot
        self.serial = serial
    }

    /// Whether a token in a slot is meant.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - slot: The module's number for its slot.
    ///   - readerName: The reader's name, or the slot's description.
    /// - Returns: Whether every part that is named matches.
    package func matches(_ token: TokenInfo, in slot: SlotID, of readerName: String) -> Bool {
        if let wanted = self.slot, wanted != slot { return false }
        if let serial, serial != token.serialNumber { return false }
        guard let name else { return true }
        guard !name.isEmpty else { return false }
        if matches(readerName: readerName) { return true }
        if name == token.label.description || name == MediaName.name(of: token) { return true }
        guard let number = SerialNumber(token.serialNumber)?.value else { return name == "\(token.serialNumber)" }
        return SerialNumber.values(in: name).contains(number)
    }

    /// Whether a reader is meant, whatever is in it; true if no name is set.
    package func matches(readerName: String) -> Bool {
        guard let name else { return true }
        let wanted = name.lowercased()
        if wanted == readerName.lowercased() || wanted == ReaderNickname.make(readerName) { return true }
        if wanted == PairingTarget.withoutPlace(readerName).lowercased() { return true }
        if wanted == SlotName.withoutSerialNumber(readerName)?.lowercased() { return true }
        // A bare number may be the one in the reader's name, in the base in which it stands there.
        guard !name.contains(" ") else { return false }
        return !SerialNumber.values(in: name).isDisjoint(with: SerialNumber.values(in: readerName))
    }

    /// A reader's name without the two pairs of digits that pcscd puts behind it: the reader's number and the slot's.
    private static func withoutPlace(_ name: String) -> String {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 2, words.suffix(2).allSatisfy({ $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }) else {
            return name
        }
        return words.dropLast(2).joined(separator: " ")
    }
}
