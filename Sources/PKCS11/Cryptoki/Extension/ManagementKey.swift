internal import CCryptoki
public import JetonOctets

/// The management key of a PIV card, by Jeton's own module.
extension Slot {
    /// Has Jeton's own module prove a management key for each change of the card, until the module is finalized.
    ///
    /// - Parameter key: 16 octets for AES-128, 24 for triple DES and AES-192, 32 for AES-256.
    /// - Throws: ``CryptokiError``; ``ReturnValue/pinIncorrect`` if the key is not the card's,
    ///   ``ReturnValue/pinLenRange`` for another length.
    public func useManagementKey(_ key: borrowing Secret) throws(CryptokiError) {
        try key.withBytes { (octets) throws(CryptokiError) in
            try unsafe withInput(octets) { (pointer, count) throws(CryptokiError) in
                var given = unsafe JETON_MANAGEMENT_KEY()
                unsafe given.ulSizeofThisStructure = UInt(MemoryLayout<JETON_MANAGEMENT_KEY>.size)
                unsafe given.pKey = pointer
                unsafe given.ulKeyLen = count
                try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) {
                    unsafe $0.pointee.C_EX_SlotManage?(id.rawValue, JETON_MODE_SET_MANAGEMENT_KEY, &given)
                }
            }
        }
    }

    /// Has the card keep the management key that was given under the PIN of its user, who must have logged in.
    ///
    /// - Throws: ``CryptokiError``; ``ReturnValue/functionNotSupported`` for a card that can't.
    public func protectManagementKey() throws(CryptokiError) {
        try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) {
            unsafe $0.pointee.C_EX_SlotManage?(id.rawValue, JETON_MODE_PROTECT_MANAGEMENT_KEY, nil)
        }
    }
}
