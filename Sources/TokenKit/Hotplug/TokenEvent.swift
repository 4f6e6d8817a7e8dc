public import Cryptoki
public import PCSC

/// Something that happened to a token, a module or a reader.
public enum TokenEvent: Sendable {
    /// A token is in a slot; the serial number as its module tells it.
    case tokenInserted(Slot, serialNumber: FixedText)
    /// A token has left its slot; the serial number that it had.
    case tokenRemoved(Slot, serialNumber: FixedText)
    /// The module reported a change of a slot that shows the same token as before: it may have been taken out and put
    /// back, or written to.
    case tokenChanged(Slot, serialNumber: FixedText)
    /// A module could not tell what is in its slots; told once for each spell of the same failure.
    ///
    /// A `CryptokiError`, or ``TokenError/Code/threadUnavailable`` if the module can't be watched at all.
    case moduleFailed(Module, any Error)
    /// What the PC/SC service reported.
    case reader(ReaderEvent)

    /// The slot that the event is about, if it is about one.
    public var slot: Slot? {
        switch self {
        case .tokenInserted(let slot, _), .tokenRemoved(let slot, _), .tokenChanged(let slot, _): slot
        case .moduleFailed, .reader: nil
        }
    }

    /// The module that the event is about, if it is about one.
    public var module: Module? {
        if case .moduleFailed(let module, _) = self { return module }
        return slot?.module
    }
}
