internal import CCryptoki

/// What C_WaitForSlotEvent said without waiting.
public enum SlotEvent: Hashable, Sendable {
    /// Something changed in this slot.
    case changed(SlotID)
    /// Nothing has changed.
    case none
    /// The module can't tell; compare slot lists instead.
    case unsupported
}

extension Module {
    /// Asks for a slot event without blocking: C_WaitForSlotEvent with `CKF_DONT_BLOCK`.
    ///
    /// The blocking form is not offered: modules that block can be woken by C_Finalize only, and some not even so.
    /// Modules that answer that they have no such function, or that a device was removed (p11-kit's client), count
    /// as unable to tell.
    public func pollSlotEvent() throws(CryptokiError) -> SlotEvent {
        var slot: CK_SLOT_ID = 0
        do {
            try unsafe call(.waitForSlotEvent) {
                unsafe $0.pointee.C_WaitForSlotEvent?(CK_FLAGS(CKF_DONT_BLOCK), &slot, nil)
            }
            return .changed(SlotID(rawValue: slot))
        } catch {
            switch error.code {
            case .noEvent: return .none
            case .functionNotSupported, .deviceRemoved, .functionFailed: return .unsupported
            default: throw error
            }
        }
    }

    /// What is in each slot now, to be compared with an earlier answer.
    ///
    /// - Returns: For each slot, whether a token is present and, if so, its serial number.
    public func slotSnapshot() throws(CryptokiError) -> [SlotID: FixedText?] {
        var snapshot: [SlotID: FixedText?] = [:]
        for slot in try slots() {
            // A token that is being taken out answers errors; it counts as absent.
            let present = (try? slot.info())?.flags.contains(.tokenPresent) ?? false
            snapshot[slot.id] = .some(present ? (try? slot.tokenInfo())?.serialNumber : nil)
        }
        return snapshot
    }
}
