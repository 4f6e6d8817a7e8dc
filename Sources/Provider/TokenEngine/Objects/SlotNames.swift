import PIVCard

/// The default names of keys by slot.
enum SlotNames {
    /// The words of the standard.
    static func label(_ slot: KeySlot) -> String {
        switch slot {
        case .authentication: "PIV Authentication"
        case .signature: "Digital Signature"
        case .keyManagement: "Key Management"
        case .cardAuthentication: "Card Authentication"
        default: "Retired Key Management \(Int(slot.rawValue) - 0x81)"
        }
    }

    /// `CKA_ID`: the place in the standard's order, from 1, as other modules for PIV give it.
    static func identifier(_ slot: KeySlot) -> [UInt8] {
        KeySlot.standard.firstIndex(of: slot).map { [UInt8($0 + 1)] } ?? [slot.rawValue]
    }

    /// The slot that an identifier names; nil for any other identifier.
    static func slot(_ identifier: [UInt8]) -> KeySlot? {
        guard identifier.count == 1, (1...KeySlot.standard.count).contains(Int(identifier[0])) else { return nil }
        return KeySlot.standard[Int(identifier[0]) - 1]
    }
}
