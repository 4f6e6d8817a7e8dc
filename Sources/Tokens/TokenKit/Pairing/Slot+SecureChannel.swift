internal import Cryptoki

extension Slot {
    /// The vendor's numbers for tokens that are reached by Bluetooth and by NFC.
    private static let radioTypes: [UInt] = [0x69, 0xC1]

    /// Whether a token that gives sessions is reached by a secure channel that was set up.
    ///
    /// Told by the interface in use and by the mode of secure messaging, where the module has them, and otherwise by
    /// the kind of token.
    package func hasSecureChannel() -> Bool {
        if let info = secureMessagingInfo() {
            if [.gost, .enhancedGOST, .jetonP256].contains(info.mode) { return true }
            let radio: SecureMessagingInfo.Interface = [.bluetooth, .nfcTypeA, .nfcTypeB]
            // All bits together mean that the module does not know.
            if let interface = info.interface, !interface.contains([.usb, .bluetooth]) {
                return !interface.isDisjoint(with: radio)
            }
        }
        guard let type = try? extendedTokenInfo().tokenType else { return false }
        return Slot.radioTypes.contains(type)
    }

    private func secureMessagingInfo() -> SecureMessagingInfo? {
        guard var session = try? Session(slot: self) else { return nil }
        let info = try? session.secureMessagingInfo()
        try? session.close()
        return info ?? nil
    }
}
