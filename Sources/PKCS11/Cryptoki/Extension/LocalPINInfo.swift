internal import CCryptoki

/// What Rutoken's extension tells of a local PIN: CK_LOCAL_PIN_INFO.
public struct LocalPINInfo: Hashable, Sendable {
    /// The shortest PIN, in octets.
    public let minimumLength: UInt
    /// The longest PIN, in octets.
    public let maximumLength: UInt
    /// Tries after a right PIN.
    public let maximumTries: UInt
    /// Tries left.
    public let triesLeft: UInt
    /// The flags: 1 not the default, 2 typed on the screen, 4 in UTF-8.
    public let flags: UInt
}

extension Slot {
    /// What the token tells of a local PIN, by C_EX_SlotManage with `MODE_GET_LOCAL_PIN_INFO`.
    ///
    /// - Parameter pin: 3 to 31 for Rutoken's own.
    /// - Returns: Its lengths, tries and flags.
    /// - Throws: ``CryptokiError``; ``ReturnValue/argumentsBad`` for an id that the library does not know.
    public func localPINInfo(id pin: UInt) throws(CryptokiError) -> LocalPINInfo {
        var info = CK_LOCAL_PIN_INFO()
        info.ulPinID = pin
        try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) {
            unsafe $0.pointee.C_EX_SlotManage?(id.rawValue, MODE_GET_LOCAL_PIN_INFO, &info)
        }
        return LocalPINInfo(
            minimumLength: info.ulMinSize,
            maximumLength: info.ulMaxSize,
            maximumTries: info.ulMaxRetryCount,
            triesLeft: info.ulCurrentRetryCount,
            flags: info.flags
        )
    }
}

extension Slot {
    /// The mode of C_EX_SlotManage by which Jeton's own module ends a pairing; Rutoken uses 1 to 7.
    public static let endPairingMode: UInt = JETON_MODE_END_PAIRING

    /// Makes Jeton's own module end the pairing with the token, by C_EX_SlotManage.
    ///
    /// - Throws: ``CryptokiError``; ``ReturnValue/argumentsBad`` from modules that do not know of it.
    public func endPairing() throws(CryptokiError) {
        try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) {
            unsafe $0.pointee.C_EX_SlotManage?(id.rawValue, Slot.endPairingMode, nil)
        }
    }
}
